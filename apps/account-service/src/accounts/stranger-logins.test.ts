import { describe, expect, it } from '@jest/globals';
import { address } from '@exchange/core/kernel';
import { StrangerLogins } from './stranger-logins';

const account = (byte: string) => address(`0x${byte.repeat(20)}`);
const used = (byte: string) => ({ session: undefined, nonces: new Map([[account(byte), [1]]]) });

describe('logins of strangers', () => {
  it('come back once, and the oldest go when there are too many', () => {
    const logins = new StrangerLogins(2);
    for (const byte of ['01', '02', '03']) logins.keep(account(byte), used(byte));
    expect(logins.take(account('01'))).toBeUndefined();
    expect(logins.take(account('02'))).toEqual(used('02'));
    expect(logins.take(account('02'))).toBeUndefined();
    logins.keep(account('04'), { session: undefined, nonces: new Map() });
    expect(logins.take(account('03'))).toEqual(used('03'));
  });
});
