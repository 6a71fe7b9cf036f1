import { reject } from '@exchange/core/kernel';
import { REPLY_MS_MAX } from '../../session/account-owner';
import type { CommandTurn } from '../command-turn';

/**
 * Answers when the logs of these listed markets are followed, at once if they are: a gateway follows only those that a
 * client asked for. UNAVAILABLE when that takes longer than an answer may.
 */
export function withFollowed(
  markets: readonly string[],
  turn: CommandTurn,
  answer: () => void,
): void | Promise<void> {
  const { channels, markets: known } = turn.edge;
  const listed = markets.filter((market) => known.listing()?.market(market) !== undefined);
  const missing = listed.filter((market) => !channels.isFollowed(market));
  return missing.length === 0 ? answer() : answerLater(missing, turn, answer);
}

async function answerLater(missing: readonly string[], turn: CommandTurn, answer: () => void): Promise<void> {
  const { channels, clock } = turn.edge;
  const waited = new AbortController();
  const inTime = await Promise.race([
    Promise.all(missing.map((market) => channels.follow(market))).then(() => true),
    clock.sleep(REPLY_MS_MAX, waited.signal).then(() => false),
  ]);
  waited.abort();
  if (!turn.connection.open) return;
  if (inTime) return answer();
  turn.refuse(reject('UNAVAILABLE', `${missing.join(', ')}: not known yet; try again soon`));
}
