import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@exchange/platform';
import { engineConfig } from '../config';
import { firstMap, MarketMap } from './market-map';

const MAP = ['ETHDAI=fast', 'WBTCETH=fast', 'LINKETH=slow', '*=rest'];

describe('the map of markets', () => {
  it('gives every market to one engine, by the configuration at first', () => {
    const map = new MarketMap(firstMap('fast', MAP));
    expect(['ETHDAI', 'LINKETH', 'NEWDAI'].map((market) => map.engineOf(market))).toEqual([
      ...['fast', 'slow', 'rest'],
    ]);
    expect([map.others, map.version]).toEqual(['rest', 0]);
    expect(map.namedOf('fast')).toEqual(['ETHDAI', 'WBTCETH']);
    // That of the others has no name for them.
    expect(map.namedOf('rest')).toEqual([]);
    expect([map.isNamed('LINKETH'), map.isNamed('NEWDAI')]).toEqual([true, false]);
  });

  it('counts the newest entry of each market, in whatever order they come', () => {
    const map = new MarketMap(firstMap('fast', MAP));
    const to = (seq: number, market: string, engine: string) => ({ seq, market, engine });
    map.add([to(9, 'ETHDAI', 'slow'), to(7, 'ETHDAI', 'rest'), to(8, 'NEWDAI', 'fast')]);
    expect(map.engineOf('ETHDAI')).toBe('slow');
    expect(map.namedOf('fast')).toEqual(['WBTCETH', 'NEWDAI']);
    expect([map.versionOf('ETHDAI'), map.versionOf('WBTCETH'), map.version]).toEqual([9, 0, 9]);
  });

  it('says everything that is wrong with its beginning at once', () => {
    const wrong = () => firstMap('Fast!', ['ETHDAI', 'A B=fast', 'ETHDAI=fast', 'ETHDAI=slow', 'LINKETH=X']);
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(/ENGINE_NAME: "Fast!" is not a lower-case letter/);
    expect(wrong).toThrow(/"ETHDAI" is not MARKET=engine/);
    expect(wrong).toThrow(/"A B=fast" names no market/);
    expect(wrong).toThrow(/"ETHDAI=slow" gives a market a second engine/);
    expect(wrong).toThrow(/"LINKETH=X" names no engine/);
    expect(wrong).toThrow(/add \*=<engine>/);
  });

  it('begins with one engine that has everything by default; one without markets waits for some', () => {
    const secrets = { NATS_USER: 'u', NATS_PASSWORD: 'p', DATABASE_PASSWORD: 'p' };
    const all = [{ seq: 0, market: '*', engine: 'main' }];
    expect(engineConfig(secrets)).toMatchObject({ engine: 'main', firstMap: all });
    expect(engineConfig({ ...secrets, ENGINE_NAME: 'second' })).toMatchObject({ firstMap: all });
    const named = engineConfig({ ...secrets, ENGINE_INSTANCE: 'a.example.org' });
    expect(named.instance).toBe('a-example-org');
  });
});
