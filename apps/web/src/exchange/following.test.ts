import { beforeEach, describe, expect, it } from '@jest/globals';
import { ExchangeError } from '@exchange/client';
import { Following } from './following';

/** What the page's client is asked for, and an exchange that takes, refuses or is away. */
class Asked {
  readonly said: string[] = [];
  answer: 'taken' | 'refused' | 'away' = 'taken';
  #connected: () => void = () => undefined;

  readonly subscribe = (markets: string[], events: string[]) => this.#ask('+', markets, events);
  readonly unSubscribe = (markets: string[], events: string[]) => this.#ask('-', markets, events);
  readonly on = (_name: string, handler: (event: never) => void) => {
    this.#connected = handler as () => void;
    return () => undefined;
  };

  comeBack(): void {
    this.answer = 'taken';
    this.#connected();
  }

  async #ask(sign: string, markets: string[], events: string[]): Promise<void> {
    this.said.push(`${sign} ${markets.join()} ${events.join()}`);
    if (this.answer === 'refused') throw new ExchangeError('UNKNOWN_MARKET', 'no such market');
    if (this.answer === 'away') throw new ExchangeError('CONNECTION_LOST', 'there is no connection');
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('what the page follows', () => {
  let asked: Asked;
  let following: Following;
  let told: (string | undefined)[];
  const want = (event = 'trades') => following.want('ETHDAI', event, (reason) => told.push(reason));
  beforeEach(() => {
    asked = new Asked();
    following = new Following(asked);
    told = [];
  });

  it('is subscribed once for all who want it, and ended with the last of them', async () => {
    const [first, second] = [want(), want()];
    await settled();
    first();
    await settled();
    expect(asked.said).toEqual(['+ ETHDAI trades']);
    second();
    await settled();
    expect(asked.said).toEqual(['+ ETHDAI trades', '- ETHDAI trades']);
  });

  it('is ended before something else is wanted in its place', async () => {
    const first = want('book20d5');
    await settled();
    first();
    want('book100d5');
    await settled();
    expect(asked.said).toEqual(['+ ETHDAI book20d5', '- ETHDAI book20d5', '+ ETHDAI book100d5']);
  });

  it('is there in the end when it was left and wanted again at once', async () => {
    const first = want();
    first();
    want();
    await settled();
    expect(asked.said.at(-1)).toBe('+ ETHDAI trades');
    expect(asked.said.filter((said) => said.startsWith('+')).length).toBe(
      asked.said.filter((said) => said.startsWith('-')).length + 1,
    );
  });

  it('that was wanted while the line was away is asked for when it is back, and nobody is told of it', async () => {
    asked.answer = 'away';
    want();
    await settled();
    expect(told).toEqual([]);
    asked.comeBack();
    await settled();
    expect(asked.said).toEqual(['+ ETHDAI trades', '+ ETHDAI trades']);
    expect(told).toEqual([undefined]);
  });

  it('that was left while the line was away is ended when it is back', async () => {
    const leave = want();
    await settled();
    asked.answer = 'away';
    leave();
    await settled();
    asked.comeBack();
    await settled();
    expect(asked.said).toEqual(['+ ETHDAI trades', '- ETHDAI trades', '- ETHDAI trades']);
  });

  it('that is refused is told with the reason, and not asked for again until somebody wants it anew', async () => {
    asked.answer = 'refused';
    const leave = want();
    await settled();
    expect(told).toEqual(['UNKNOWN_MARKET: no such market']);
    leave();
    asked.answer = 'taken';
    want();
    await settled();
    expect(asked.said).toEqual(['+ ETHDAI trades', '+ ETHDAI trades']);
  });
});
