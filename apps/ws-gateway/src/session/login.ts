import type { accountCommands, ReplyOf } from '@exchange/contract/bus';
import { type Address, reject, type Result, ZERO_ADDRESS } from '@exchange/core/kernel';
import { authMessage, balanceArray, feeTierArray } from '@exchange/core/wire';
import { UnavailableError } from '@exchange/platform';
import type { CommandTurn } from '../inbox/command-turn';
import { accountListener } from '../outbox/account-packets';
import { entryArray } from '../outbox/entry-array';
import type { FeedFollower } from './feed-follower';

type LoginReply = ReplyOf<typeof accountCommands.authenticate>;

/**
 * The steps of every login: follow the account's notices, ask account-service, take the new identity, answer with
 * auth, balanceSnapshot, pendingLedgerEntrySnapshot and feeTier, then go on with the notices after that state.
 */
export async function login(
  turn: CommandTurn,
  account: Address,
  ask: () => Promise<Result<LoginReply>>,
): Promise<void> {
  const { connection, edge } = turn;
  const follower = await follow(turn, account);
  if (follower === undefined) return;
  const reply = await ask();
  if (!reply.ok || !connection.open) {
    follower.stop();
    if (!reply.ok) turn.refuse(reply);
    return;
  }
  connection.session?.follower.stop();
  const { delegate, grant, accountSeq } = reply.value;
  connection.session = {
    account,
    delegate: delegate ?? undefined,
    grant,
    follower,
    watched: false,
    pointTenths: reply.value.pointTenths,
  };
  edge.log.debug({ connection: connection.id, account, delegate }, 'logged in');
  answer(turn, reply.value);
  follower.begin(accountSeq);
}

async function follow(turn: CommandTurn, account: Address): Promise<FeedFollower | undefined> {
  try {
    return await turn.edge.feeds.follow(account, accountListener(turn.connection, turn.edge));
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    turn.refuse(reject('UNAVAILABLE', 'the service is not available now; nothing was done, try again'));
    return undefined;
  }
}

function answer(turn: CommandTurn, login: LoginReply): void {
  const { account, session, delegate, balances, pendingEntries, feeTier } = login;
  turn.answer(
    0,
    'auth',
    authMessage({
      status: 'authenticated',
      address: account,
      session,
      delegate: delegate ?? ZERO_ADDRESS,
    }),
  );
  turn.answer(0, 'balanceSnapshot', balances.map(balanceArray));
  turn.answer(0, 'pendingLedgerEntrySnapshot', pendingEntries.map(entryArray));
  turn.answer(0, 'feeTier', feeTierArray(feeTier));
}
