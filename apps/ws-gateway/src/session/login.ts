import { type accountCommands, accountQueries, type ReplyOf } from '@exchange/contract/bus';
import { type Address, entryId, reject, type Result, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { ToldEntry } from '@exchange/core/message';
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
  const entries = await pendingEntries(turn, account, reply.value);
  if (entries === undefined || !connection.open) {
    follower.stop();
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
    feeTier: reply.value.feeTier,
  };
  edge.log.debug({ connection: connection.id, account, delegate }, 'logged in');
  answer(turn, reply.value, entries);
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

/**
 * All pending entries, asked for in as many parts as they take; undefined when that was refused, which was told. A later
 * part may be newer than the rest of the login: the notices that follow say the same again.
 */
async function pendingEntries(
  turn: CommandTurn,
  account: Address,
  { grant, pendingEntries: first, moreEntries }: LoginReply,
): Promise<ToldEntry[] | undefined> {
  const entries = [...first];
  for (let more = moreEntries === true; more;) {
    const last = entries.at(-1);
    if (last === undefined) break;
    const query = accountQueries.pendingEntriesAfterQuery;
    const part = await turn.reply(query, account, { grant, id: entryId(last.id) });
    if (part === undefined) return undefined;
    entries.push(...part.entries);
    more = part.more && part.entries.length > 0;
  }
  return entries;
}

function answer(turn: CommandTurn, login: LoginReply, entries: readonly ToldEntry[]): void {
  const { account, session, delegate, balances, feeTier } = login;
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
  turn.answerList('pendingLedgerEntrySnapshot', entries, entryArray);
  turn.answer(0, 'feeTier', feeTierArray(feeTier));
}
