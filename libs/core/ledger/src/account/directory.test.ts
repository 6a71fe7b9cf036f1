import { describe, expect, it } from '@jest/globals';
import { DelegateDirectory } from './directory';
import { addressOf, ALICE, BOB } from '../../test/setting.fixture';

describe('the directory of delegates', () => {
  it('knows one account of a key, for ever', () => {
    const directory = new DelegateDirectory();
    const key = addressOf(0xdede);
    expect(directory.accountOf(key)).toBeUndefined();
    directory.add(key, ALICE);
    directory.add(key, ALICE);
    expect(directory.accountOf(key)).toBe(ALICE);
    expect(() => directory.add(key, BOB)).toThrow('belongs to');
  });
});
