import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Proxy } from './proxy';

/** What the network is done to, with a server that sends everything back. */
describe('a proxy', () => {
  let server: Server;
  let proxy: Proxy;
  let client: Socket;

  beforeEach(async () => {
    server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await Proxy.open(`ws://127.0.0.1:${(server.address() as { port: number }).port}`);
    client = connect({ host: '127.0.0.1', port: Number(new URL(proxy.url).port) });
    await once(client, 'connect');
  });
  afterEach(() => {
    client.destroy();
    proxy.close();
    server.close();
  });

  const echo = async (text: string): Promise<string> => {
    client.write(text);
    const [data] = (await once(client, 'data')) as [Buffer];
    return data.toString();
  };

  it('passes on what is said', async () => {
    expect(await echo('one')).toBe('one');
  });

  it('holds back everything, and lets it through later', async () => {
    expect(await echo('one')).toBe('one');
    proxy.hold();
    let heard = '';
    client.on('data', (data: Buffer) => (heard += data.toString()));
    client.write('two');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toBe('');
    proxy.release();
    await once(client, 'data');
    expect(heard).toBe('two');
  });

  it('cuts a connection', async () => {
    expect(await echo('one')).toBe('one');
    client.on('error', () => undefined);
    const closed = once(client, 'close');
    proxy.cut();
    await closed;
  });
});
