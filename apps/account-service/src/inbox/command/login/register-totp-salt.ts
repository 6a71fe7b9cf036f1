import { accountCommands } from '@exchange/contract/bus';
import { characters, ok, reject } from '@exchange/core/kernel';
import { authorizeOwnerOnRecord } from '../../../login/authority';
import { totpSaltTable } from '../../../persistence/tables/identity-tables';
import { grantedAccount } from '../../../login/granted-account';
import { handle, needsGranted } from '../../handle';

const SECRET = /^[A-Z2-7]{16}$/;
const SALT_MAX = 128;

/** Keeps a salt, sealed, for whoever has codes of the secret; it takes the place of the one before. */
export const registerTotpSalt = handle(accountCommands.registerTotpSalt, {
  needs: needsGranted,

  prepare(input, deps) {
    const account = grantedAccount(input, deps);
    const { secret, salt } = input.request;
    return {
      secret: deps.vault.seal(secret, `totp secret of ${account}`),
      salt: deps.vault.seal(salt, `totp salt of ${account}`),
    };
  },

  decide(turn, received, sealed) {
    const { request } = received;
    const grant = authorizeOwnerOnRecord(turn, received);
    if (!grant.ok) return grant;
    const { secret, salt } = request;
    if (!SECRET.test(secret) || salt.length === 0 || characters(salt) > SALT_MAX) {
      const rule = `TOTPSecret must be 16 base32 characters, salt a string of 1 to ${SALT_MAX} characters`;
      return reject('INVALID_FIELD', rule);
    }
    const { account } = grant.value;
    turn.output.rows.put(totpSaltTable, account, {
      account,
      ...sealed,
      ...{ lastStep: 0, day: 0, dayTries: 0 },
    });
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});
