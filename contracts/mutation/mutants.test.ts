import { describe, expect, it } from '@jest/globals';
import { present } from '@exchange/core/kernel';
import { mutantsOf, mutated, shuffled, verdictOf } from './mutants.mjs';

const changes = (line: string) => mutantsOf('A.sol', line).map(({ to }) => to);

describe('mutants of a contract', () => {
  it('moves a comparison by one, turns an operator round, and changes a number', () => {
    expect(changes('        return held < amount + 7 && open;')).toEqual([
      '        return held <= amount + 7 && open;',
      '        return held < amount - 7 && open;',
      '        return held < amount + 7 || open;',
      '        return held < amount + 8 && open;',
    ]);
  });

  it('takes away guards and whole statements', () => {
    expect(changes('    function exit() external onlyRole(Role.ADMIN) nonReentrant {')).toEqual([
      '    function exit() external nonReentrant {',
      '    function exit() external onlyRole(Role.ADMIN) {',
    ]);
    expect(changes('        _debit(account, amount);')).toEqual(['']);
    expect(changes('        uint256 held = balance;')).toEqual([]);
  });

  it('leaves comments, declarations and texts alone', () => {
    const quiet = [
      '    /// a < b + 1',
      '    event A(uint256 a);',
      '        keccak256("A(uint256 a)");',
      'import {A} from "a";',
    ];
    expect(quiet.flatMap(changes)).toEqual([]);
  });

  it('changes one line and no other', () => {
    const source = 'a = 1 < 2;\nb = 3;';
    const [first] = mutantsOf('A.sol', source);
    expect(mutated(source, present(first, 'mutant'))).toBe('a = 1 <= 2;\nb = 3;');
  });

  it('tells a mutant that does not compile from a run that broke', () => {
    const verdict = (text: string, passed = false) => verdictOf({ passed, text });
    expect(verdict('168 tests passed, 0 failed', true)).toBe('survived');
    expect(verdict('[FAIL: Unfulfilled("stack too deep")] test_a()')).toBe('killed');
    expect(verdict('Error: TypeError: Operator + is not there.\n --> src/A.sol:3:5:\n')).toBe('not compiled');
    expect(verdict('Error (7576): Undeclared identifier.\n  --> contracts/src/A.sol:3:5:\n')).toBe(
      'not compiled',
    );
    expect(verdict('YulException: Variable a is 1 too deep in the stack')).toBe('not compiled');
    expect(verdict('TypeError: Cannot read properties of undefined\n    at file.mjs:1:2')).toBe('broken');
    expect(verdict('SyntaxError: Unexpected end of JSON input\n    at JSON.parse')).toBe('broken');
    expect(verdict('')).toBe('broken');
  });

  it('draws the same order from the same seed', () => {
    const list = Array.from({ length: 50 }, (_, line) => ({
      ...{ file: 'A.sol', line, from: '', to: '', kind: '' },
    }));
    expect(shuffled(list, 7)).toEqual(shuffled(list, 7));
    expect(shuffled(list, 7)).not.toEqual(shuffled(list, 8));
    expect([...shuffled(list, 7)].sort((a, b) => a.line - b.line)).toEqual(list);
  });
});
