import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@exchange/platform';
import { httpSources, simulatedValues } from './source-settings';

const source = { name: 'a', url: 'https://a.example/rates', worths: [{ asset: 'ETH', path: 'ETH' }] };
const problemsOf = (list: unknown) => () => httpSources(JSON.stringify(list));

describe('RATE_SOURCES', () => {
  it('says what to ask, with defaults for the rest', () => {
    expect(httpSources(JSON.stringify([{ ...source, everyMs: 2_000 }]))).toEqual([
      {
        name: source.name,
        url: source.url,
        everyMs: 2_000,
        timeoutMs: 3_000,
        bytesMax: 262_144,
        values: [{ asset: 'ETH', path: 'ETH', inverse: false }],
      },
    ]);
  });

  it('is refused with all that is wrong', () => {
    expect(() => httpSources('nonsense')).toThrow(ConfigError);
    expect(problemsOf([])).toThrow('the list is empty');
    expect(problemsOf([source, source])).toThrow('two sources are called a');
    expect(problemsOf([{ ...source, worths: [{ asset: 'USD', path: 'x' }] }])).toThrow('a: USD is what all');
    const wrong = problemsOf([
      { ...source, url: 'ftp://a', everyMs: 10 },
      { name: '', worths: [] },
    ]);
    for (const place of ['/0/url', '/0/everyMs', '/1/name', '/1/worths', '/1/url']) {
      expect(wrong).toThrow(place);
    }
    expect(problemsOf([{ ...source, timeout: 3 }])).toThrow('/0/timeout');
  });
});

describe('SIMULATED_WORTHS', () => {
  it('says value and sway of each asset, or all rows that don’t', () => {
    expect(simulatedValues(['JPY:0.0067:2000'])).toEqual([
      { asset: 'JPY', value: { numerator: 67n, denominator: 10_000n }, swayPpm: 2000 },
    ]);
    const wrong = () => simulatedValues(['ETH', 'ETH:0:1', 'USD:1:1', 'BTC:60000:20000']);
    for (const row of ['ETH must', 'ETH:0:1', 'USD:1:1']) expect(wrong).toThrow(row);
    expect(wrong).not.toThrow('BTC');
  });
});
