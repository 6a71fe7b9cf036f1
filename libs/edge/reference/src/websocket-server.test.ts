import { expect, it } from '@jest/globals';
import { websocketServer } from './websocket-server';

it('is where the operator says that the websocket is', () => {
  expect(websocketServer('wss://ws.example.org/ws/v1')).toMatchObject({
    host: 'ws.example.org',
    protocol: 'wss',
  });
  expect(websocketServer('wss://ws.example.org/ws/v1')).not.toHaveProperty('pathname');
  expect(websocketServer('ws://127.0.0.1:3001/exchange/ws/v1')).toMatchObject({
    ...{ host: '127.0.0.1:3001', pathname: '/exchange', protocol: 'ws' },
  });
});

it('is left to the client when the operator says nothing', () => {
  expect(websocketServer(undefined)).toMatchObject({ host: '{host}', variables: { host: {} } });
});
