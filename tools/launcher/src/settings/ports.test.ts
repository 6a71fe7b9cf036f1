import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { complaint, isFree, portBase, requireFree } from './ports';
import { portsFrom } from '../../../kit/running/ports';

describe('ports', () => {
  it('lie at the offsets that tools rely on', () => {
    const ports = portsFrom(portBase(undefined));
    expect([ports.rest, ports.websocket, ports.operator]).toEqual([8080, 8081, 8082]);
    expect([ports.chain, ports.postgres, ports.nats]).toEqual([8090, 8091, 8092]);
    expect(new Set(Object.values(ports)).size).toBe(Object.keys(ports).length);
  });

  it('follow EXCHANGE_PORT_BASE', () => {
    expect(portsFrom(portBase('20000')).rest).toBe(20_000);
  });

  it.each(['0', '-1', '80x', '70000', '65530', '8080.5', ' '])('refuse %p as a base', (text) => {
    expect(() => portBase(text)).toThrow('EXCHANGE_PORT_BASE');
  });

  it('name the one that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await isFree(port)).toBe(false);
    await expect(requireFree([['nats', port]])).rejects.toThrow(`Port ${port} (nats) taken`);
    server.close();
    await once(server, 'close');
    await requireFree([['nats', port]]);
  });

  it('that may not be used are told apart from those that are taken', () => {
    expect(complaint('EADDRINUSE')).toContain('another program');
    expect(complaint('EACCES')).toContain('not allowed for this user');
    expect(complaint('EADDRNOTAVAIL')).toContain('EADDRNOTAVAIL');
  });
});
