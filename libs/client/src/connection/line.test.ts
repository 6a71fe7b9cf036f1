import { describe, expect, it } from '@jest/globals';
import { HandTimers } from '../../test/hand-timers.fixture';
import { LinePauses } from './line-pauses';
import { ServerConnection } from './connection';
import { oneTab } from './one-tab';
import type { Socket } from './socket';

const half = () => 0;

describe('the pauses between lines', () => {
  it('are short while the server is away for a moment, and grow when it stays away', () => {
    const backoff = new LinePauses({ first: 250, most: 30_000 }, half);
    const pauses: number[] = [];
    for (let now = 0; now < 200_000;) {
      const pause = backoff.lost(now);
      pauses.push(pause);
      now += pause;
    }
    expect(pauses.slice(0, 4)).toEqual([125, 200, 200, 200]);
    expect(Math.max(...pauses)).toBe(15_000);
  });

  it('grow when a line closes right after it opened', () => {
    const backoff = new LinePauses({ first: 250, most: 30_000 }, half);
    const pauses = Array.from({ length: 9 }, (_, index) => {
      backoff.open();
      backoff.ready(index * 100);
      return backoff.lost(index * 100 + 50);
    });
    expect(pauses).toEqual([125, 250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    backoff.open();
    backoff.ready(10_000);
    expect(backoff.lost(20_000)).toBe(125);
  });
});

class Line implements Socket {
  static all: Line[] = [];
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  onerror: Socket['onerror'] = null;
  readonly sent: string[] = [];
  closed = false;

  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  /** As a dead line: nothing comes of it. */
  close(): void {
    this.closed = true;
  }
  open(): void {
    (this.onopen as () => void)();
  }
  hear(data: string): void {
    (this.onmessage as (event: { data: string }) => void)({ data });
  }
}

function connect(more: Partial<ConstructorParameters<typeof ServerConnection>[0]> = {}) {
  Line.all = [];
  const timers = new HandTimers();
  const states: string[] = [];
  const asked: number[] = [];
  const connection = new ServerConnection(
    { url: 'ws://exchange', socket: Line, timers, ...more },
    {
      packet: () => undefined,
      framed: () => undefined,
      silent: () => asked.push(timers.now()),
      lost: () => undefined,
      fault: (error) => {
        throw error;
      },
      state: ({ kind }) => states.push(kind),
    },
  );
  const line = (index: number) => Line.all[index] as Line;
  return { timers, states, asked, connection, line };
}

describe('a line', () => {
  it('that is silent is asked, then stale, then left for another one that its own end can’t disturb', () => {
    const { timers, states, asked, connection, line } = connect();
    connection.open();
    line(0).open();
    connection.ready();
    timers.pass(9_000);
    line(0).hear('[]');
    timers.pass(9_900);
    expect(asked).toHaveLength(0);
    timers.pass(200);
    expect(asked).toHaveLength(1);
    line(0).hear('[]');
    timers.pass(9_000);
    expect(states).toEqual(['connecting', 'ready']);
    timers.pass(9_000);
    expect(states).toEqual(['connecting', 'ready', 'stale', 'closed', 'connecting']);
    expect([line(0).closed, line(0).onclose]).toEqual([true, null]);
    line(1).open();
    connection.ready();
    expect(connection.state).toEqual({ kind: 'ready' });
    connection.close();
    expect(connection.state).toEqual({ kind: 'closed', retryInMs: undefined });
  });

  it('that was stale is ready when something comes after all', () => {
    const { timers, states, connection, line } = connect();
    connection.open();
    line(0).open();
    connection.ready();
    timers.pass(13_500);
    line(0).hear('[]');
    timers.pass(9_000);
    expect(states).toEqual(['connecting', 'ready', 'stale', 'ready']);
    connection.close();
  });

  it('is drained when the server says so, and opened anew', () => {
    const { timers, states, connection, line } = connect();
    connection.open();
    line(0).open();
    connection.ready();
    connection.drain(3, 'upgrade');
    expect(connection.state).toEqual({ kind: 'draining', reconnectInMs: 3_000, text: 'upgrade' });
    timers.pass(4_000);
    expect(states).toEqual(['connecting', 'ready', 'draining', 'closed', 'connecting']);
    connection.close();
  });

  it('that never opens is given up', () => {
    const { timers, connection } = connect();
    connection.open();
    timers.pass(11_000);
    expect(Line.all).toHaveLength(2);
    connection.close();
  });

  it('is one tab’s, until it closes', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const locks = { request: (_: string, held: () => Promise<void>) => (last = last.then(held)) };
    const turnstile = oneTab(locks, 'exchange');
    const first = connect({ turnstile });
    first.connection.open();
    await Promise.resolve();
    await Promise.resolve();
    expect(Line.all).toHaveLength(1);
    const second = connect({ turnstile });
    second.connection.open();
    await new Promise(setImmediate);
    expect(Line.all).toHaveLength(0);
    first.connection.close();
    await new Promise(setImmediate);
    expect(Line.all).toHaveLength(1);
    second.connection.close();
  });
});
