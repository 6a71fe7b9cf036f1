import { accountCommands } from '@exchange/contract/bus';
import { type Address, ok, reject, type Result } from '@exchange/core/kernel';
import { canonicalSignature, recoverMessageSigner } from '@exchange/core/order';
import type { Records } from '@exchange/platform';
import { authorizeForeignOwner, authorizeOwnerOnRecord } from '../../../login/authority';
import { grantedAccount } from '../../../login/granted-account';
import { accountTable } from '../../../persistence/tables/account-tables';
import { usernameTable } from '../../../persistence/tables/identity-tables';
import { handle, needsGranted } from '../../handle';
import type { LedgerTurn } from '../../../ledger-turn';

const USERNAME = /^[A-Za-z0-9_-]{3,30}$/;

/** Gives the account a name that no other has in any letter case; the name before is free again. */
export const updateUsername = handle(accountCommands.updateUsername, {
  needs: needsGranted,

  async prepare(received, deps) {
    const { username, signature } = received.request;
    const { crypto, records, group } = deps;
    const account = grantedAccount(received, deps);
    const canonical = canonicalSignature(signature);
    const message = `Set username: ${username}`;
    const [row] = await records.find(usernameTable, { where: { folded: username.toLowerCase() } });
    return {
      signer: canonical.ok ? recoverMessageSigner(message, canonical.value, crypto) : canonical,
      holder: row?.account,
      // The one thing that all accounts share and an account asks for: the others' state isn't in memory here.
      foreign: group.owns(account) ? undefined : await foreignAccount(records, account),
    };
  },

  decide(turn, received, { signer, holder, foreign }) {
    const { request } = received;
    const grant = foreign
      ? authorizeForeignOwner(turn, received, foreign.onRecord)
      : authorizeOwnerOnRecord(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const { username } = request;
    const may = checkName(turn, account, username, signer, holder);
    if (!may.ok) return may;
    const row = { account, name: username, folded: username.toLowerCase() };
    turn.output.rows.put(usernameTable, account, row);
    return ok(() => ({ accountSeq: foreign?.seq ?? turn.book.accountSeq(account), username }));
  },
});

async function foreignAccount(records: Records, account: Address) {
  const [row] = await records.find(accountTable, { where: { address: account } });
  return { onRecord: row !== undefined, seq: row?.seq ?? 0 };
}

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
