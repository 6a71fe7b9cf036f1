import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@exchange/platform';
import { engineConfig } from '../config';
import { assignedMarkets, bothTake, sameMarkets, takesMarket } from './market-assignment';

const MAP = ['ETHDAI=fast', 'WBTCETH=fast', 'LINKETH=slow', '*=rest'];

describe('the assignment of markets', () => {
  it('gives every market to exactly one engine', () => {
    const engines = ['fast', 'slow', 'rest'].map((engine) => assignedMarkets(engine, MAP));
    const takers = (market: string) => engines.map((assigned) => takesMarket(assigned, market));
    expect(takers('ETHDAI')).toEqual([true, false, false]);
    expect(takers('LINKETH')).toEqual([false, true, false]);
    expect(takers('NEWDAI')).toEqual([false, false, true]);
    for (const one of engines) {
      for (const other of engines) if (one !== other) expect(bothTake(one, other)).toBeUndefined();
    }
  });

  it('finds what two engines with different maps would both take', () => {
    const named = assignedMarkets('a', ['ETHDAI=a', '*=b']);
    const rest = assignedMarkets('b', ['WBTCETH=a', '*=b']);
    expect(bothTake(named, rest)).toBe('ETHDAI');
    expect(bothTake(named, assignedMarkets('c', ['ETHDAI=c', '*=b']))).toBe('ETHDAI');
    expect(bothTake(rest, assignedMarkets('c', ['WBTCETH=a', '*=c']))).toBe('*');
    expect(sameMarkets(named, named)).toBe(true);
    expect(sameMarkets(named, rest)).toBe(false);
  });

  it('says everything that is wrong with a map at once', () => {
    const wrong = () =>
      assignedMarkets('Fast!', ['ETHDAI', 'A B=fast', 'ETHDAI=fast', 'ETHDAI=slow', 'LINKETH=X']);
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(/ENGINE_NAME: "Fast!" is not a lower-case letter/);
    expect(wrong).toThrow(/"ETHDAI" is not MARKET=engine/);
    expect(wrong).toThrow(/"A B=fast" names no market/);
    expect(wrong).toThrow(/"ETHDAI=slow" gives a market a second engine/);
    expect(wrong).toThrow(/"LINKETH=X" names no engine/);
    expect(wrong).toThrow(/add \*=<engine>/);
    expect(wrong).toThrow(/gives no market to Fast!/);
  });

  it('comes from the environment, where one engine has everything by default', () => {
    const secrets = { NATS_USER: 'u', NATS_PASSWORD: 'p', DATABASE_PASSWORD: 'p' };
    expect(engineConfig(secrets)).toMatchObject({
      engine: 'main',
      assigned: { takesOthers: true, markets: [] },
    });
    const second = { ...secrets, ENGINE_NAME: 'second', ENGINE_MARKETS: 'ETHDAI=second, *=main' };
    expect(engineConfig(second).assigned).toEqual({ takesOthers: false, markets: ['ETHDAI'] });
    expect(() => engineConfig({ ...secrets, ENGINE_NAME: 'second' })).toThrow(/gives no market to second/);
  });
});
