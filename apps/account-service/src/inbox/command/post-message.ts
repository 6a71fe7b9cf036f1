import { accountCommands } from '@exchange/contract/bus';
import { ok, characters, reject } from '@exchange/core/kernel';
import { authorizeOnRecord } from '../../login/authority';
import { messageTable } from '../../persistence/tables/identity-tables';
import { handle, needsGranted } from '../handle';
import { grantedAccount } from '../../login/granted-account';

const LENGTH_MAX = 500;
/** The newest messages of an account that are kept. */
const KEPT = 100;

/** Keeps a message for the operator; `prepare` finds the number of the account's newest one. */
export const postMessage = handle(accountCommands.postMessage, {
  needs: needsGranted,

  async prepare(input, deps) {
    const account = grantedAccount(input, deps);
    const newest = { where: { account }, order: [['number', 'desc']], limit: 1 } as const;
    const [row] = await deps.records.find(messageTable, newest);
    return row?.number ?? 0;
  },

  decide(turn, received, stored) {
    const { request } = received;
    const grant = authorizeOnRecord(turn, received);
    if (!grant.ok) return grant;
    if (characters(request.message) > LENGTH_MAX) {
      const refusal = reject('INVALID_FIELD', `message must be a string of at most ${LENGTH_MAX} characters`);
      return refusal;
    }
    const { account } = grant.value;
    const { rows } = turn.output;
    const waiting = rows.allWaiting(messageTable).filter((row) => row.account === account);
    const number = Math.max(stored, ...waiting.map((row) => row.number)) + 1;
    const slot = number % KEPT;
    const row = { account, slot, number, at: turn.at, text: request.message.replaceAll('\0', '') };
    rows.put(messageTable, `${account}:${slot}`, row);
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});
