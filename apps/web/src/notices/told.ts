import { type ConnectionState, type LoginState, orderAmounts } from '@exchange/client';
import { wholeTokens } from '@exchange/core/kernel';
import type { EntryView, Listed, ListedMarket, OrderView, UserTradeView } from '@exchange/core/wire';
import { noticeText as text } from '../text/notices';

/** Something that a person is told. Of `bad` the look has to change something, or wait. */
export interface ToldNotice {
  readonly tone: 'good' | 'plain' | 'bad';
  readonly words: string;
}

const plain = (words: string): ToldNotice => ({ tone: 'plain', words });
const good = (words: string): ToldNotice => ({ tone: 'good', words });
const bad = (words: string): ToldNotice => ({ tone: 'bad', words });

/** What to tell of an own trade; undefined when its market isn't listed any more. */
export function fillNotice(fill: UserTradeView, listed: Listed<ListedMarket>): ToldNotice | undefined {
  const market = listed.markets[fill.market];
  const decimals = market && listed.tokens[market.traded]?.decimals;
  if (market === undefined || decimals === undefined) return undefined;
  const amount = wholeTokens(BigInt(fill.amount), decimals);
  return good(text.fill[fill.buy ? 'buy' : 'sell'](amount, market.traded, fill.rate, market.quote));
}

/**
 * What to tell of an order that was accepted just now, whose stop was crossed, or that has ended; undefined for what a fill or an
 * edit says already. What the book makes of one that was accepted comes later.
 */
export function orderNotice(
  order: OrderView,
  before: OrderView | undefined,
  listed: Listed<ListedMarket>,
): ToldNotice | undefined {
  if (!(order.market in listed.markets)) return undefined;
  const { side, traded } = orderAmounts(order, listed);
  const what = text.order[side](traded.signed.text, traded.symbol, order.bookRate, order.market);
  if (order.canceled) return (order.trades.length > 0 ? plain : bad)(text.canceled(what, order.info));
  if (!order.active) return good(text.filled(what));
  if (before !== undefined && before.stopRate !== null && order.stopRate === null)
    return plain(text.crossed(what));
  if (before !== undefined || order.trades.length > 0) return undefined;
  return good(order.stopRate === null ? text.placed(what) : text.waits(what));
}

/** What to tell of an entry that became final; undefined for all others. Trades are told by their fills. */
export function entryNotice(
  entry: EntryView,
  before: EntryView | undefined,
  listed: Listed<ListedMarket>,
): ToldNotice | undefined {
  const isFinal = ({ canceled, applied }: EntryView) =>
    !canceled && !applied.some((marks) => marks.includes(0));
  const [change] = entry.changes;
  const decimals = change && listed.tokens[change.token]?.decimals;
  if (entry.type === 'trade' || change === undefined || decimals === undefined) return undefined;
  if (!isFinal(entry) || (before !== undefined && isFinal(before))) return undefined;
  const net = BigInt(change.net);
  const amount = wholeTokens(net < 0n ? -net : net, decimals);
  return good((entry.type === 'deposit' ? text.deposit : text.withdrawn)(amount, change.token));
}

/** What to tell of markets whose status changed. */
export function statusNotices(
  before: Listed<ListedMarket>,
  now: Listed<ListedMarket>,
): readonly ToldNotice[] {
  return Object.entries(now.markets).flatMap(([market, { status }]) => {
    const last = before.markets[market]?.status;
    if (last === undefined || last === status) return [];
    return (status === 'open' ? good : bad)(text.status[status](market));
  });
}

/** What to tell of the line; undefined for what is told by another state. `wasUp`: it was there before. */
export function lineNotice(state: ConnectionState['kind'], wasUp: boolean): ToldNotice | undefined {
  switch (state) {
    case 'closed':
      return wasUp ? bad(text.line.lost) : undefined;
    case 'stale':
      return bad(text.line.stale);
    case 'draining':
      return plain(text.line.draining);
    case 'ready':
      return wasUp ? undefined : good(text.line.back);
    case 'connecting':
      return undefined;
  }
}

export const bookNotice = (market: string): ToldNotice => bad(text.book(market));

/** What to tell of the login; undefined for an account that had none yet. `before`: who was logged in last. */
export const loginNotice = (state: LoginState, before: string | undefined): ToldNotice | undefined =>
  state.kind === 'loginNeeded' && state.account === before ? bad(text.loginNeeded) : undefined;

export const operatorNotice = (words: string): ToldNotice => plain(text.operator(words));
