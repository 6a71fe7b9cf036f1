import { describe, expect, it } from '@jest/globals';
import { parseExactJson, textAt } from './exact-json';

describe('an answer in JSON', () => {
  const answer = parseExactJson(
    '{"rates":{"ETH":0.00033333333333333333333,"JPY":"149.5","big":12345678901234567890},' +
      '"say \\"1\\" 2":[{"a":-1.5e-7}], "no": null, "yes": true}',
  );

  it('keeps every digit of its numbers', () => {
    expect(textAt(answer, 'rates.ETH')).toBe('0.00033333333333333333333');
    expect(textAt(answer, 'rates.big')).toBe('12345678901234567890');
    expect(textAt(answer, 'rates.JPY')).toBe('149.5');
    expect(textAt(answer, 'say "1" 2.0.a')).toBe('-1.5e-7');
  });

  it('has nothing at other paths, also not what every object has', () => {
    const paths = ['rates', 'rates.BTC', 'no', 'yes', 'rates.ETH.length', 'toString', '__proto__', ''];
    for (const path of paths) expect(textAt(answer, path)).toBeUndefined();
  });

  it.each(['', '{', '{"a":01}', '{"a":1}}', "{'a':1}"])('is refused when it is no JSON: %s', (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });
});
