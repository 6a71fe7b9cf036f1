import type { Socket } from '@exchange/client';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ToThread, FromThread } from './line-messages';
import { type Thread, threadSockets } from './thread-socket';

/** A thread that does what the test says. */
class ScriptedThread implements Thread {
  onmessage: Thread['onmessage'] = null;
  onerror: Thread['onerror'] = null;
  readonly asked: ToThread[] = [];
  isEnded = false;

  postMessage(asked: ToThread): void {
    this.asked.push(asked);
  }

  terminate(): void {
    this.isEnded = true;
  }

  tell(...all: readonly FromThread[]): void {
    this.onmessage?.({ data: all } as MessageEvent);
  }
}

const URL_OF_LINE = 'ws://exchange.example/ws/v1';

describe('a socket that a thread has', () => {
  let threads: ScriptedThread[];
  let heard: string[];
  let Sockets: ReturnType<typeof threadSockets>;
  beforeEach(() => {
    [threads, heard] = [[], []];
    Sockets = threadSockets(() => {
      threads.push(new ScriptedThread());
      return thread();
    });
  });
  const thread = (): ScriptedThread => {
    const newest = threads.at(-1);
    if (newest === undefined) throw new Error('none was started');
    return newest;
  };
  const open = (name: string): Socket => {
    const socket = new Sockets(URL_OF_LINE);
    socket.onopen = () => heard.push(`${name} open`);
    socket.onmessage = ({ data }: { data: string }) => heard.push(`${name} ${data}`);
    socket.onclose = () => heard.push(`${name} closed`);
    return socket;
  };

  it('is opened, sends and is closed by it; the thread is there before', () => {
    expect(threads).toHaveLength(1);
    const socket = open('a');
    socket.send('[]');
    socket.close(1000);
    expect(thread().asked).toEqual([
      { what: 'open', line: 1, url: URL_OF_LINE },
      { what: 'send', line: 1, text: '[]' },
      { what: 'close', line: 1, code: 1000 },
    ]);
  });

  it('hears what is its own, in order, and says when all of it was taken', () => {
    open('a');
    open('b');
    thread().asked.length = 0;
    thread().tell(
      { what: 'opened', line: 2 },
      { what: 'frame', line: 2, text: '[1]' },
      { what: 'opened', line: 1 },
      { what: 'frame', line: 2, text: '[2]' },
      { what: 'closed', line: 2 },
    );
    expect(heard).toEqual(['b open', 'b [1]', 'a open', 'b [2]', 'b closed']);
    expect(thread().asked).toEqual([{ what: 'taken' }]);
  });

  it('hears nothing after its end', () => {
    open('a');
    thread().tell({ what: 'closed', line: 1 }, { what: 'frame', line: 1, text: '[]' });
    expect(heard).toEqual(['a closed']);
  });

  it('is closed when the thread fails, and the next has another thread', () => {
    open('a');
    open('b');
    const [first] = threads;
    first?.onerror?.({} as ErrorEvent);
    expect([heard, first?.isEnded]).toEqual([['a closed', 'b closed'], true]);
    open('c');
    expect(threads).toHaveLength(2);
    expect(thread().asked).toEqual([{ what: 'open', line: 3, url: URL_OF_LINE }]);
    thread().tell({ what: 'opened', line: 3 });
    expect(heard.at(-1)).toBe('c open');
  });

  it('has an address', () => {
    expect(() => new Sockets('exchange')).toThrow(TypeError);
    expect(thread().asked).toEqual([]);
  });
});
