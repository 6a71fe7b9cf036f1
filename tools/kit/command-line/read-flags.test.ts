import { describe, expect, it } from '@jest/globals';
import { readFlags } from './read-flags';

const read = (...args: string[]) => readFlags(['seed', 'market'], args, 'the usage', ['reset']);

describe('flags', () => {
  it('take their value after a space or an equals sign', () => {
    expect(read('--seed', '7', '--market=ETHDAI', '--reset')).toEqual({
      seed: '7',
      market: 'ETHDAI',
      reset: true,
    });
    expect(read('--market=a=b')).toEqual({ market: 'a=b' });
    expect(read()).toEqual({});
  });

  it.each([
    [['--sede=7'], "Unknown option '--sede'"],
    [['--seed'], 'argument missing'],
    [['--seed', '--reset'], 'argument is ambiguous'],
    [['--reset=yes'], 'does not take an argument'],
    [['7'], "Unexpected argument '7'"],
  ])('%j are refused, with the usage', (args, why) => {
    expect(() => read(...args)).toThrow(why);
    expect(() => read(...args)).toThrow('the usage');
  });
});
