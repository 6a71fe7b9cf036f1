import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  activeTrace,
  FROM_LAST,
  type Bus,
  inNewTrace,
  type LogEntry,
  LogMismatchError,
  NoReplyError,
  traceTo,
  type TracePoint,
  UnavailableError,
} from '@exchange/platform';
import { NoopSpanProcessor } from '@opentelemetry/sdk-trace-node';

export interface BusUnderTest {
  /** A connection of account-service, which may write `ledger.v1.*`. */
  readonly writer: Bus;
  /** Another process of account-service. */
  readonly otherWriter: Bus;
  /** A connection of matching-engine, which may read them. */
  readonly reader: Bus;
  /** A connection of a process of ws-gateway, and as whom it sends. */
  readonly gateway: Bus;
  readonly sender: string;
  /** Makes time pass. */
  pass(milliseconds: number): Promise<void>;
  /** The broker loses everything, and is there again. */
  wipe(): Promise<void>;
  stop(): Promise<void>;
}

const text = (data: Uint8Array) => Buffer.from(data).toString();
const data = (value: string) => Buffer.from(value);

/** What every implementation of the Bus port must do. */
export function testBusPort(start: () => Promise<BusUnderTest>): void {
  let world: BusUnderTest;
  const command = () => `account.v1.cmd.0.${world.sender}.place-order`;
  const unserved = () => `account.v1.cmd.0.${world.sender}.cancel-order`;

  beforeAll(async () => {
    world = await start();
  });
  afterAll(async () => world.stop());

  const eventually = async (check: () => void) => {
    for (let tries = 0; ; tries += 1) {
      try {
        check();
        return;
      } catch (error) {
        if (tries > 200) throw error;
        await world.pass(50);
      }
    }
  };

  const collect = async (filter: string, hint?: string) => {
    const entries: LogEntry[] = [];
    const onEntry = (entry: LogEntry) => void entries.push(entry);
    const reader = await world.reader.readLog('LEDGER', filter, new Map(), onEntry, hint);
    return { entries, reader, seqs: () => entries.map(({ subject, seq }) => `${subject} ${seq}`) };
  };

  it('answers a request', async () => {
    const service = await world.writer.serve('account.v1.cmd.*.*.place-order', (request) =>
      request.respond(data(`${request.subject}: ${text(request.data)}`)),
    );
    expect(text(await world.gateway.request(command(), data('hello'), 2_000))).toBe(`${command()}: hello`);
    await service.stop();
  });

  it('says at once when nobody serves, and after the time when nobody answers', async () => {
    // One that nobody served just before: the broker may still think of that service as there.
    await expect(world.gateway.request(unserved(), data('a'), 2_000)).rejects.toThrow(UnavailableError);
    const service = await world.writer.serve('account.v1.cmd.*.*.place-order', () => undefined);
    const failed = expect(world.gateway.request(command(), data('a'), 100)).rejects.toThrow(NoReplyError);
    await world.pass(200);
    await failed;
    await service.stop();
  });

  it('carries the span in which requests and log messages were sent, the trace of notices, and none besides', async () => {
    const subject = 'ledger.v1.market.T.0';
    const served: (string | undefined)[] = [];
    const heard: (string | undefined)[] = [];
    const stop = traceTo(new NoopSpanProcessor(), { service: 'test', ratio: 1 });
    const service = await world.writer.serve('account.v1.cmd.*.*.place-order', ({ trace, respond }) => {
      served.push(trace?.spanId);
      respond(data('done'));
    });
    const subscription = await world.gateway.subscribe('account.v1.notice.*', () =>
      heard.push(activeTrace()?.traceId),
    );
    const { entries, reader } = await collect(subject);
    const send = async (trace: TracePoint | undefined, seq: number) => {
      world.writer.publish('account.v1.notice.0x1', data('1'));
      const stored = world.writer.publishLog('LEDGER', subject, [{ seq, data: data('a'), trace }]);
      await Promise.all([stored, world.gateway.request(command(), data('hello'), 2_000)]);
    };

    await send(undefined, 1);
    const sent = await inNewTrace('test', async () => {
      const trace = activeTrace();
      await send(trace, 2);
      return trace;
    });
    await eventually(() => expect([heard, entries]).toMatchObject([{ length: 2 }, { length: 2 }]));
    expect(sent?.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(served).toEqual([undefined, sent?.spanId]);
    expect(heard).toEqual([undefined, sent?.traceId]);
    expect(entries.map(({ trace }) => trace?.spanId)).toEqual([undefined, sent?.spanId]);
    await Promise.all([service.stop(), subscription.stop(), reader.stop(), stop()]);
  });

  it('tells notices to those who listen', async () => {
    const heard: string[] = [];
    const subscription = await world.gateway.subscribe('account.v1.notice.*', (subject, notice) =>
      heard.push(`${subject} ${text(notice)}`),
    );
    world.writer.publish('account.v1.notice.0x1', data('1'));
    world.writer.publish('account.v1.notice.0x2', data('2'));
    await eventually(() => expect(heard).toEqual(['account.v1.notice.0x1 1', 'account.v1.notice.0x2 2']));
    await subscription.stop();
    world.writer.publish('account.v1.notice.0x1', data('3'));
    await world.pass(50);
    expect(heard).toHaveLength(2);
  });

  it('hands over a log in order to those who were there and those who come later', async () => {
    const early = await collect('ledger.v1.market.A.*');
    const messages = [1, 2, 3].map((seq) => ({ seq, data: data(`A${seq}`) }));
    await world.writer.publishLog('LEDGER', 'ledger.v1.market.A.0', messages);
    await world.writer.publishLog('LEDGER', 'ledger.v1.market.A.1', [{ seq: 1, data: data('x') }]);
    await world.writer.publishLog('LEDGER', 'ledger.v1.market.B.0', [{ seq: 1, data: data('y') }]);
    const late = await collect('ledger.v1.market.A.*');
    const expected = [1, 2, 3].map((seq) => `ledger.v1.market.A.0 ${seq}`).concat('ledger.v1.market.A.1 1');
    for (const { reader, seqs } of [early, late]) {
      await reader.caughtUp();
      expect(seqs()).toEqual(expected);
    }
    expect(late.entries.map((entry) => text(entry.data))).toEqual(['A1', 'A2', 'A3', 'x']);
    const onwards = await collect('ledger.v1.market.A.*', late.entries[2]?.hint);
    await onwards.reader.caughtUp();
    expect(onwards.seqs()).toEqual(expected.slice(3));
    await Promise.all([early, late, onwards].map(({ reader }) => reader.stop()));
  });

  it('hands over all that comes at once, without waiting for more', async () => {
    const { seqs, reader } = await collect('ledger.v1.market.M.*');
    await reader.caughtUp();
    const subjects = Array.from({ length: 40 }, (_, index) => `ledger.v1.market.M.${index}`);
    const message = { seq: 1, data: data('m') };
    await Promise.all(subjects.map((subject) => world.writer.publishLog('LEDGER', subject, [message])));
    await eventually(() => expect(seqs().sort()).toEqual(subjects.map((subject) => `${subject} 1`).sort()));
    await reader.stop();
  });

  it('begins with the last message for those who know the rest from a snapshot', async () => {
    const subject = 'ledger.v1.market.L.0';
    const empty = await collect(subject, FROM_LAST);
    await empty.reader.caughtUp();
    const messages = [1, 2, 3].map((seq) => ({ seq, data: data(`L${seq}`) }));
    await world.writer.publishLog('LEDGER', subject, messages);
    await eventually(() => expect(empty.seqs().at(-1)).toBe(`${subject} 3`));
    const late = await collect(subject, FROM_LAST);
    await late.reader.caughtUp();
    await world.writer.publishLog('LEDGER', subject, [{ seq: 4, data: data('L4') }]);
    await eventually(() => expect(late.seqs()).toEqual([`${subject} 3`, `${subject} 4`]));
    await Promise.all([empty, late].map(({ reader }) => reader.stop()));
  });

  it('waits while the receiver holds it back', async () => {
    const seen: number[] = [];
    let release: () => void = () => undefined;
    const onEntry = ({ seq }: LogEntry) => {
      seen.push(seq);
      if (seq === 2) return new Promise<void>((resolve) => (release = resolve));
    };
    const reader = await world.reader.readLog('LEDGER', 'ledger.v1.market.A.0', new Map(), onEntry);
    await eventually(() => expect(seen).toEqual([1, 2]));
    await world.pass(50);
    expect(seen).toEqual([1, 2]);
    release();
    await reader.caughtUp();
    expect(seen).toEqual([1, 2, 3]);
    await reader.stop();
  });

  it('knows the last sequence of a subject', async () => {
    expect(await world.writer.lastLogSeq('LEDGER', 'ledger.v1.market.A.0')).toBe(3);
    expect(await world.writer.lastLogSeq('LEDGER', 'ledger.v1.market.Z.0')).toBe(0);
  });

  it('knows the subject of the last message under a filter', async () => {
    const last = () => world.writer.lastLogSubject('LEDGER', 'ledger.v1.market.LAST.*');
    expect(await last()).toBeUndefined();
    for (const partition of [2, 1])
      await world.writer.publishLog('LEDGER', `ledger.v1.market.LAST.${partition}`, [
        { seq: 1, data: data('l') },
      ]);
    expect(await last()).toBe('ledger.v1.market.LAST.1');
  });

  it('refuses a message that does not follow, and one of a writer that missed another', async () => {
    const subject = 'ledger.v1.settle.0';
    const publish = (bus: Bus, seq: number) => bus.publishLog('LEDGER', subject, [{ seq, data: data('d') }]);
    await expect(publish(world.writer, 2)).rejects.toThrow(LogMismatchError);
    await publish(world.writer, 1);
    await publish(world.otherWriter, 2);
    await expect(publish(world.writer, 2)).rejects.toThrow(LogMismatchError);
    await expect(publish(world.writer, 4)).rejects.toThrow(LogMismatchError);
    await publish(world.writer, 3);
    expect(await world.writer.lastLogSeq('LEDGER', subject)).toBe(3);
  });

  it('lets a writer that has asked go on after messages that were lost and pruned', async () => {
    const subject = 'ledger.v1.market.P.0';
    const publish = (seq: number) => world.writer.publishLog('LEDGER', subject, [{ seq, data: data('p') }]);
    await publish(1);
    await expect(publish(5)).rejects.toThrow(LogMismatchError);
    expect(await world.writer.lastLogSeq('LEDGER', subject)).toBe(1);
    await publish(5);
    await expect(publish(8)).rejects.toThrow(LogMismatchError);
    expect(await world.writer.lastLogSeq('LEDGER', subject)).toBe(5);
  });

  it('lets a writer notice a wipe, start again where it wants, and readers follow', async () => {
    const subject = 'ledger.v1.market.W.0';
    const publish = (seq: number) =>
      world.writer.publishLog('LEDGER', subject, [{ seq, data: data(`w${seq}`) }]);
    const { entries, reader } = await collect('ledger.v1.market.W.*');
    for (const seq of [1, 2, 3]) await publish(seq);
    await reader.caughtUp();
    let reconnected = 0;
    world.writer.onReconnect(() => (reconnected += 1));
    await world.wipe();
    // On a busy machine a connection can be lost again before it is there.
    await eventually(() => expect(reconnected).toBeGreaterThan(0));
    await expect(publish(4)).rejects.toThrow(LogMismatchError);
    expect(await world.writer.lastLogSeq('LEDGER', subject)).toBe(0);
    for (const seq of [3, 4]) await publish(seq);
    await eventually(() => expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 3, 4]));
    await reader.stop();
  });
}
