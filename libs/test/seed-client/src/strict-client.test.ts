import { afterEach, describe, expect, it } from '@jest/globals';
import { type AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { Refused } from './connection';
import { Violation } from './readers';
import { config, entry, samples } from './samples.fixture';
import { StrictClient } from './strict-client';

const GREETING = [[0, 'c', config]];
let server: WebSocketServer | undefined;

/** A server that greets, and answers each command by these packets, each in a frame of its own. */
async function clientOf(
  answer: (rid: number) => unknown[],
  greeting: unknown = GREETING,
): Promise<StrictClient> {
  const listening = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  listening.on('connection', (socket) => {
    socket.send(JSON.stringify(greeting));
    socket.on('message', (frame: Buffer) => {
      for (const { rid } of JSON.parse(frame.toString()) as { rid: number }[]) {
        for (const packet of answer(rid)) socket.send(JSON.stringify([packet]));
      }
    });
  });
  return StrictClient.open(`ws://127.0.0.1:${(listening.address() as AddressInfo).port}`, 'default');
}

afterEach(() => {
  for (const socket of server?.clients ?? []) socket.terminate();
  server?.close();
});

describe('the strict client', () => {
  it('settles a promise by the first packet with its rid', async () => {
    const client = await clientOf((rid) => [
      [0, 'm', 'pending'],
      [0, 'p', 'pong', rid],
      [0, 'b', ['ETH', '1', '1', '0'], rid],
    ]);
    expect(client.config.network).toBe('dev');
    expect(await client.call('ping')).toBe('pong');
    expect((await client.told('balanceStatus', ({ token }) => token === 'ETH')).usableBalance).toBe(1n);
    client.close();
  });

  it('settles the promises of one frame each by its own', async () => {
    const client = await clientOf((rid) => [rid === 1 ? [0, 'e', 'NO: no', rid] : [0, 'p', 'pong', rid]]);
    const [first, second] = await Promise.allSettled(client.frame({ c: 'getListed' }, { c: 'ping' }));
    expect(first).toEqual({ status: 'rejected', reason: new Refused('NO: no') });
    expect(second).toEqual({ status: 'fulfilled', value: 'pong' });
    client.close();
  });

  it.each([
    ['another event first', 'getFeeTier', (rid: number) => [[0, 'm', 'wait', rid], samples.default.feeTier]],
    ['an unknown event', 'getUsername', (rid: number) => [[0, 'un', null, rid]]],
    ['an unknown event without rid', 'ping', () => [['ETHDAI', 'bar', []]]],
    ['a rid that nobody sent', 'ping', (rid: number) => [[0, 'p', 'pong', rid + 1]]],
    [
      'an error after an answer',
      'ping',
      (rid: number) => [
        [0, 'p', 'pong', rid],
        [0, 'e', 'X: x', rid],
      ],
    ],
    ['a second configuration', 'ping', () => GREETING],
    ['an unsigned withdrawal', 'signWithdrawal', (rid: number) => [[0, 'le', entry.with(4, {}), rid]]],
    [
      'an unsigned removal',
      'signDelegationRemoval',
      (rid: number) => [[0, 'd', [`0x${'a1'.repeat(20)}`, true, false, {}, '', false], rid]],
    ],
  ] as const)('ends for good on %s', async (_, command, packets) => {
    const client = await clientOf((rid) => [...packets(rid), [0, 'p', 'pong', rid]]);
    const [asked, waited] = [client.call(command), client.told('pendingLedgerEntrySnapshot', () => true)];
    await expect(waited).rejects.toBeInstanceOf(Violation);
    await asked.catch(() => undefined);
    await expect(client.call('ping')).rejects.toBeInstanceOf(Violation);
    expect(() => client.close()).toThrow(Violation);
  });

  it('ends when it is not greeted by the configuration', async () => {
    await expect(clientOf(() => [], [[0, 'm', 'hello']])).rejects.toBeInstanceOf(Violation);
  });

  it('ends when the server closes', async () => {
    const client = await clientOf(() => []);
    for (const socket of server?.clients ?? []) socket.close(1012);
    await expect(client.call('ping')).rejects.toThrow('closed with code 1012');
    expect(() => client.close()).toThrow('closed with code 1012');
  });
});
