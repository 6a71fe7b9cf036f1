import { accountCommands } from '@exchange/contract/bus';
import { characters, reject } from '@exchange/core/kernel';
import { authorizeOwnerOnRecord } from '../../../login/authority';
import { totpSaltTable } from '../../../persistence/tables/identity-tables';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from './granted-account';

const SECRET = /^[A-Z2-7]{16}$/;
const SALT_MAX = 128;

/** Keeps a salt, sealed, for whoever has codes of the secret; it takes the place of the one before. */
export const registerTotpSalt: RequestHandler<typeof accountCommands.registerTotpSalt> = {
  definition: accountCommands.registerTotpSalt,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = registerTotpSalt;
    const { incoming, request } = received;
    const { vault } = turn.context;
    const grant = authorizeOwnerOnRecord(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const { secret, salt } = request;
    if (!SECRET.test(secret) || salt.length === 0 || characters(salt) > SALT_MAX) {
      const rule = `TOTPSecret must be 16 base32 characters, salt a string of 1 to ${SALT_MAX} characters`;
      return turn.output.refuse(incoming, definition, reject('INVALID_FIELD', rule));
    }
    const { account } = grant.value;
    turn.output.rows.put(totpSaltTable, account, {
      account,
      secret: vault.seal(secret, `totp secret of ${account}`),
      salt: vault.seal(salt, `totp salt of ${account}`),
      ...{ lastStep: 0, day: 0, dayTries: 0 },
    });
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};
