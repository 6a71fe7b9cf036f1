import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ALICE, GatewayWorld, levelEvent, signedLogin } from '../../test/gateway.fixture';
import { PENDING, tellInParts } from '../../test/pending-entries.fixture';
import { createPublicServer, type PublicServer } from './public-server';
import { rawFrame, RealClient } from '../../test/connection/real-client.fixture';

const QUEUE_BYTES_MAX = 4 * 1024 * 1024;
/** What sockets on this machine take before anything waits in the process, and what the process may grow by itself. */
const SLACK_BYTES = 24 * 1024 * 1024;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a client that reads nothing', () => {
  let world: GatewayWorld;
  let server: PublicServer;
  let url: string;

  beforeAll(async () => {
    world = await GatewayWorld.open();
    const limits = { slowBytes: 64 * 1024, queueBytesMax: QUEUE_BYTES_MAX };
    server = await createPublicServer({ edge: world.edge, connections: world.connections, limits });
    await server.app.listen(0, '127.0.0.1');
    url = `ws://127.0.0.1:${(server.app.getHttpServer().address() as AddressInfo).port}/ws/v1`;
  });
  afterAll(() => server.app.close());

  const subscribed = async () => {
    const client = await RealClient.open(url);
    await client.frame(0);
    client.socket.send('[{"c":"subscribe","markets":["ETHDAI"],"events":["bookd5","trades"]}]');
    await client.frame(1);
    return client;
  };
  /** A report that moves many levels: some hundred kilobytes of packets. */
  const report = (round: number) =>
    world.owners.report(
      ...Array.from({ length: 2_000 }, (_, at) => levelEvent(400_000 + at, String(round * 10_000 + at), 1)),
    );

  it('doesn’t keep the others from being told at once, and waits for merged changes within its cap', async () => {
    const good = await subscribed();
    const deaf = await subscribed();
    deaf.socket.pause();
    const before = process.memoryUsage();
    const delays: number[] = [];
    for (let round = 1; round <= 60; round += 1) {
      const frames = good.frames.length;
      const started = performance.now();
      await report(round);
      while (good.frames.length === frames) await wait(1);
      delays.push(performance.now() - started);
      good.frames.length = 1;
    }
    const after = process.memoryUsage();
    expect(after.external - before.external).toBeLessThan(QUEUE_BYTES_MAX + SLACK_BYTES);
    delays.sort((a, b) => a - b);
    expect(delays[Math.floor(delays.length / 2)]).toBeLessThan(1_000);
    // Nothing but the newest state of each line waits: it comes when the client reads again.
    deaf.socket.resume();
    while (!deaf.frames.some((frame) => frame.includes(`"${60 * 10_000 + 1_999}"`))) await wait(5);
    const lines = deaf.frames.join('').split('"ob"').length - 1;
    expect(lines).toBeLessThan(60 * 2_000);
    good.socket.terminate();
    deaf.socket.terminate();
  });

  it('of answers that can’t be merged is closed with 1013 when 4 MiB wait', async () => {
    const deaf = await RealClient.open(url);
    await deaf.frame(0);
    const [connection] = [...world.connections].slice(-1);
    deaf.socket.pause();
    const text = JSON.stringify([0, 'm', 'x'.repeat(10_000)]);
    let pushed = 0;
    while (connection?.open === true && pushed < 2_000) {
      connection.push(text);
      pushed += 1;
      if (pushed % 50 === 0) await wait(1);
    }
    expect(connection?.open).toBe(false);
    // Longer than clients take that only answer late, and past the silence after which a connection is dropped.
    await wait(12_000);
    await world.clock.advance(61_000);
    world.connections.keepAlive();
    deaf.socket.resume();
    expect(await deaf.closed).toBe(1013);
    expect(deaf.frames.length).toBeGreaterThan(1);
  });

  it('gets a list beyond 4 MiB whole when it reads again, and others are answered meanwhile', async () => {
    tellInParts(world.owners);
    const late = await RealClient.open(url);
    await late.frame(0);
    const good = await RealClient.open(url);
    await good.frame(0);
    const read = late.frames.length;
    late.socket.send(JSON.stringify([await signedLogin(ALICE, 7)]));
    await late.frame(read);
    late.socket.pause();
    for (let ping = 0; ping < 50; ping += 1) {
      good.socket.send('[{"c":"ping"}]');
      await good.frame(1 + ping);
    }
    // The login's other packets are before it and behind it.
    expect(late.frames.some((frame) => frame.includes('"ft"'))).toBe(false);
    late.socket.resume();
    while (!late.frames.some((frame) => frame.includes('"ft"'))) await wait(5);
    const lists = late.frames
      .slice(read)
      .flatMap((frame) => JSON.parse(frame) as unknown[][])
      .filter(([, event]) => event === 'les');
    expect(lists.map(([, , list, rid]) => [(list as unknown[]).length, rid])).toEqual([[PENDING, 7]]);
    late.socket.terminate();
    good.socket.terminate();
  });

  it('can’t make the gateway queue pongs without end', async () => {
    const deaf = await RealClient.open(url);
    await deaf.frame(0);
    deaf.socket.pause();
    const before = process.memoryUsage().external;
    const pings = Buffer.concat(
      Array.from({ length: 1_000 }, () => rawFrame(Buffer.alloc(125), { opcode: 9 })),
    );
    for (let round = 0; round < 100; round += 1) {
      deaf.sendRaw(pings);
      await wait(2);
    }
    expect(process.memoryUsage().external - before).toBeLessThan(SLACK_BYTES);
    deaf.socket.terminate();
  });
});
