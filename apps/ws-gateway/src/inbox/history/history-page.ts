import { reject } from '@exchange/core/kernel';
import { type PageFields, pageOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** A page of the account's own history as account-service is asked for it; undefined when the market was refused. */
export function historyPage(fields: PageFields, turn: CommandTurn) {
  if (!isKnownMarket(fields.market, turn)) return undefined;
  const { market, fromMs, toMs, before, limit } = pageOf(fields);
  return {
    grant: turn.session.grant,
    ...(market === undefined ? {} : { market }),
    ...(fromMs === undefined ? {} : { from: fromMs }),
    ...(toMs === undefined ? {} : { to: toMs }),
    ...(before === undefined ? {} : { before }),
    limit,
  };
}

/** Refuses a market that isn't listed; no market stands for all of them. */
export function isKnownMarket(market: string | undefined, turn: CommandTurn): boolean {
  const listing = turn.edge.markets.listing();
  if (market === undefined || listing?.market(market) !== undefined) return true;
  turn.refuse(
    listing === undefined
      ? reject('UNAVAILABLE', 'the listing is not known yet; try again soon')
      : reject('UNKNOWN_MARKET', `${market} is not listed`),
  );
  return false;
}
