import { describe, expect, it } from '@jest/globals';
import { operatorOptions } from './options';
import { stepsOf } from './steps';

const at = ['--url', 'http://127.0.0.1:1'];

describe('the command line of operators', () => {
  it('has words, who acts, and why', () => {
    expect(
      operatorOptions(['freeze-account', 'account=0x1', '--as', 'otto', '--reason', 'theft', ...at], {}),
    ).toMatchObject({
      words: ['freeze-account', 'account=0x1'],
      ...{ person: 'otto', reason: 'theft', json: false, place: { url: 'http://127.0.0.1:1' } },
    });
    expect(operatorOptions(['me', ...at], { OPERATOR_PERSON: 'vera' }).person).toBe('vera');
    expect(operatorOptions(['me', ...at], {}).person).toBeUndefined();
  });

  it.each([[[]], [['audit', '--after', 'x']], [['me', '--no']], [['me', '--url', 'localhost:8082']]])(
    'says what would be right instead of %j',
    (args: string[]) => {
      expect(() => operatorOptions([...at, ...args], {})).toThrow(/npm run operator/);
    },
  );

  it('reads fields as texts, or as JSON where they begin as such', () => {
    expect(stepsOf(['announce-fees', 'rows=[{"a":1}]', 'startsAt=5'])).toEqual([
      { action: 'announce-fees', content: { rows: [{ a: 1 }], startsAt: '5' } },
    ]);
    expect(stepsOf(['edit-token', 'description=a=b', 'x='])).toMatchObject([
      { content: { description: 'a=b', x: '' } },
    ]);
    for (const words of [
      ['freeze-account', '0x1'],
      ['freeze-account', '=1'],
      ['edit-token', 'links={'],
    ])
      expect(() => stepsOf(words)).toThrow(/npm run operator|links/);
  });
});
