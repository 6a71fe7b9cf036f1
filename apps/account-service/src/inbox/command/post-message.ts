import { accountCommands } from '@exchange/contract/bus';
import { characters, reject } from '@exchange/core/kernel';
import { authorizeOnRecord } from '../../login/authority';
import { messageTable } from '../../persistence/tables/identity-tables';
import { accountSeq, type RequestHandler } from '../request-handler';
import { grantedAccount } from './login/granted-account';

const LENGTH_MAX = 500;
/** The newest messages of an account that are kept. */
const KEPT = 100;

/** Keeps a message for the operator; `prepare` finds the number of the account's newest one. */
export const postMessage: RequestHandler<typeof accountCommands.postMessage, number> = {
  definition: accountCommands.postMessage,
  accounts: grantedAccount,

  async prepare(request, context, sender) {
    const [account] = grantedAccount(request, context, sender);
    if (account === undefined) return 0;
    const newest = { where: { account }, order: [['number', 'desc']], limit: 1 } as const;
    const [row] = await context.database.find(messageTable, newest);
    return row?.number ?? 0;
  },

  apply(turn, received, stored) {
    const { definition } = postMessage;
    const { incoming, request } = received;
    const grant = authorizeOnRecord(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    if (characters(request.message) > LENGTH_MAX) {
      const refusal = reject('INVALID_FIELD', `message must be a string of at most ${LENGTH_MAX} characters`);
      return turn.output.refuse(incoming, definition, refusal);
    }
    const { account } = grant.value;
    const { rows } = turn.output;
    const waiting = rows.allWaiting(messageTable).filter((row) => row.account === account);
    const number = Math.max(stored, ...waiting.map((row) => row.number)) + 1;
    const slot = number % KEPT;
    const row = { account, slot, number, at: turn.at, text: request.message.replaceAll('\0', '') };
    rows.put(messageTable, `${account}:${slot}`, row);
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};
