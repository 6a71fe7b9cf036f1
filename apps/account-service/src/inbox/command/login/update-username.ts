import { accountCommands } from '@exchange/contract/bus';
import { type Address, hash, reject, type Result } from '@exchange/core/kernel';
import { canonicalSignature, recoverMessageSigner } from '@exchange/core/order';
import { authorizeOwnerOnRecord } from '../../../login/authority';
import { usernameTable } from '../../../persistence/tables/identity-tables';
import { accountSeq, type LedgerTurn, type RequestHandler } from '../../request-handler';
import { grantedAccount } from './granted-account';

const USERNAME = /^[A-Za-z0-9_-]{3,30}$/;

/** Who signed, and who has the name so far. */
interface Prepared {
  readonly signer: Result<Address>;
  readonly holder: string | undefined;
}

/** Gives the account a name that no other has in any letter case; the name before is free again. */
export const updateUsername: RequestHandler<typeof accountCommands.updateUsername, Prepared> = {
  definition: accountCommands.updateUsername,
  accounts: grantedAccount,

  async prepare({ username, signature: { v, r, s } }, { crypto, database }) {
    const signature = canonicalSignature({ v, r: hash(r), s: hash(s) });
    const message = `Set username: ${username}`;
    const [row] = await database.find(usernameTable, { where: { folded: username.toLowerCase() } });
    return {
      signer: signature.ok ? recoverMessageSigner(message, signature.value, crypto) : signature,
      holder: row?.account,
    };
  },

  apply(turn, received, { signer, holder }) {
    const { definition } = updateUsername;
    const { incoming, request } = received;
    const grant = authorizeOwnerOnRecord(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const { account } = grant.value;
    const { username } = request;
    const may = checkName(turn, account, username, signer, holder);
    if (!may.ok) return turn.output.refuse(incoming, definition, may);
    const row = { account, name: username, folded: username.toLowerCase() };
    turn.output.rows.put(usernameTable, account, row);
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account), username }));
  },
};

function checkName(
  { output }: LedgerTurn,
  account: Address,
  username: string,
  signer: Result<Address>,
  holder: string | undefined,
): Result<Address> {
  if (!USERNAME.test(username)) {
    return reject('INVALID_FIELD', 'username must be 3 to 30 letters, digits, _ or -');
  }
  if (!signer.ok) return signer;
  if (signer.value !== account) {
    return reject('INVALID_SIGNATURE', `Set username: ${username} must be signed by ${account}`);
  }
  // Names that this turn gives out aren't in the database yet.
  const folded = username.toLowerCase();
  const given = output.rows.allWaiting(usernameTable).find((row) => row.folded === folded)?.account;
  const other = [holder, given].some((owner) => owner !== undefined && owner !== account);
  return other ? reject('USERNAME_TAKEN', `${username} is taken`) : signer;
}
