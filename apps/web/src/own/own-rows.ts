import { intentState, orderAmounts, type OrderAmounts } from '@exchange/client';
import { type Side, wholeTokens } from '@exchange/core/kernel';
import type { EntryView, Listed, ListedMarket, OrderView, TraceView, UserFill } from '@exchange/core/wire';
import { csvTime } from './csv';

type TracedTrade = TraceView['trades'][number];

/** Where an order stands, for people: the same words as the client's states. */
export type OrderStanding = ReturnType<typeof intentState>['kind'];

/** An order as a table shows it. Amounts are exact whole tokens. */
export interface OwnOrderRow {
  readonly id: number;
  readonly market: string;
  readonly side: Side;
  readonly traded: string;
  readonly quote: string;
  readonly rate: string;
  /** Signed, of the traded token. */
  readonly amount: string;
  /** Signed and not matched, of the traded token. */
  readonly remaining: string;
  /** In the book now, of the traded token. */
  readonly offered: string;
  /** Matched, of the traded token. */
  readonly filled: string;
  /** Of the amount, in whole percent, rounded down. */
  readonly filledPercent: number;
  readonly standing: OrderStanding;
  readonly stopRate: string | undefined;
  readonly peg: string | undefined;
  readonly hidden: boolean;
  /** Why it is as it is; may be empty. */
  readonly info: string;
  readonly placedAt: number;
  readonly order: OrderView;
}

/** The row of an order; undefined when its market isn't listed any more. */
export function orderRow(order: OrderView, listed: Listed<ListedMarket>): OwnOrderRow | undefined {
  const amounts = amountsOf(order, listed);
  if (amounts === undefined) return undefined;
  const { side, traded, quote } = amounts;
  const filled = traded.signed.units - traded.remaining.units;
  return {
    ...{ id: order.id, market: order.market, side, traded: traded.symbol, quote: quote.symbol },
    ...{ rate: order.bookRate, amount: traded.signed.text, remaining: traded.remaining.text },
    offered: traded.book.text,
    filled: wholeTokens(filled, listed.tokens[traded.symbol]?.decimals ?? 0),
    filledPercent: traded.signed.units === 0n ? 0 : Number((100n * filled) / traded.signed.units),
    standing: intentState(order).kind,
    stopRate: order.stopRate ?? undefined,
    peg: order.peggedCurrency === null ? undefined : `${order.peggedRate ?? ''} ${order.peggedCurrency}`,
    ...{ hidden: order.hidden, info: order.info, placedAt: order.timestamp, order },
  };
}

function amountsOf(order: OrderView, listed: Listed<ListedMarket>): OrderAmounts | undefined {
  const market = listed.markets[order.market];
  const isKnown =
    market !== undefined && [market.traded, market.quote].every((token) => token in listed.tokens);
  return isKnown ? orderAmounts(order, listed) : undefined;
}

export const ORDER_TITLES = [
  ...['Order', 'Placed', 'Market', 'Side', 'Rate', 'Amount', 'Filled', 'Remaining', 'In the book', 'Token'],
  ...['State', 'Stop rate', 'Pegged to', 'Hidden', 'Why'],
];

export const orderCells = (row: OwnOrderRow): readonly string[] => [
  ...[String(row.id), csvTime(row.placedAt), row.market, row.side, row.rate, row.amount, row.filled],
  ...[row.remaining, row.offered, row.traded, row.standing, row.stopRate ?? '', row.peg ?? ''],
  ...[row.hidden ? 'yes' : 'no', row.info],
];

/** How far a trade is on its way to the chain. */
export type TradeStanding = TracedTrade['state'] | 'reversed';

/** An own trade as a table shows it. Amounts are exact whole tokens. */
export interface FillRow {
  readonly id: number;
  readonly orderId: number;
  readonly market: string;
  readonly side: Side;
  /** Unknown of trades of earlier releases. */
  readonly role: 'maker' | 'taker' | undefined;
  readonly rate: string;
  readonly amount: string;
  readonly traded: string;
  /** Trade and settlement fee together, of what was bought. */
  readonly fee: string;
  readonly feeToken: string;
  /** Empty when there is none. */
  readonly rebate: string;
  readonly rebateToken: string;
  readonly at: number;
}

/** The row of an own trade; undefined when its market isn't listed any more. */
export function fillRow(fill: UserFill, listed: Listed<ListedMarket>): FillRow | undefined {
  const market = listed.markets[fill.market];
  if (market === undefined) return undefined;
  const decimals = (symbol: string) => listed.tokens[symbol]?.decimals;
  const bought = fill.tradeFeeToken ?? (fill.side === 'buy' ? market.traded : market.quote);
  const [of, ofFee] = [decimals(market.traded), decimals(bought)];
  if (of === undefined || ofFee === undefined) return undefined;
  const ofRebate = fill.rebateToken === '' ? undefined : decimals(fill.rebateToken);
  return {
    ...{ id: fill.id, orderId: fill.orderId, market: fill.market, side: fill.side, role: fill.role },
    ...{ rate: fill.rate, amount: wholeTokens(BigInt(fill.amount), of), traded: market.traded },
    fee: wholeTokens(BigInt(fill.tradeFee) + BigInt(fill.settlementFee), ofFee),
    feeToken: bought,
    rebate: ofRebate === undefined ? '' : wholeTokens(BigInt(fill.makerRebate), ofRebate),
    ...{ rebateToken: fill.rebateToken, at: fill.timestamp },
  };
}

export const FILL_TITLES = [
  ...['Trade', 'Time', 'Market', 'Side', 'Role', 'Rate', 'Amount', 'Token', 'Fee', 'Fee token', 'Rebate'],
  ...['Rebate token', 'Order'],
];

export const fillCells = (row: FillRow): readonly string[] => [
  ...[String(row.id), csvTime(row.at), row.market, row.side, row.role ?? '', row.rate, row.amount],
  ...[row.traded, row.fee, row.feeToken, row.rebate, row.rebateToken, String(row.orderId)],
];

/** How far an own trade is, from its trace. */
export const tradeStanding = ({ state, reversed }: Pick<TracedTrade, 'state' | 'reversed'>): TradeStanding =>
  reversed === true ? 'reversed' : state;

/** What a ledger entry changes of one token: exact, signed. */
export interface LedgerRow {
  readonly key: string;
  readonly id: number;
  readonly type: EntryView['type'];
  readonly token: string;
  readonly amount: string;
  readonly fees: string;
  readonly net: string;
  readonly standing: EntryStanding;
  readonly transaction: string | undefined;
  readonly block: number | undefined;
  readonly description: string;
  readonly at: number;
}

/** How far an entry is: on its way, final in the contract, or undone. */
export type EntryStanding = 'pending' | 'final' | 'canceled';

/** A row for each token that an entry changes; tokens that aren't listed any more are left out. */
export function entryRows(entry: EntryView, listed: Listed<ListedMarket>): readonly LedgerRow[] {
  return entry.changes.flatMap(({ token, amount, fees, net }, at) => {
    const decimals = listed.tokens[token]?.decimals;
    if (decimals === undefined) return [];
    const shown = (text: string) => signedTokens(BigInt(text), decimals);
    return {
      ...{ key: `${entry.id} ${at}`, id: entry.id, type: entry.type, token },
      ...{ amount: shown(amount), fees: shown(fees), net: shown(net), standing: entryStanding(entry) },
      ...{ transaction: entry.transaction ?? undefined, block: entry.blockNumber ?? undefined },
      ...{ description: entry.description, at: entry.timestamp },
    };
  });
}

export function entryStanding({ canceled, applied }: Pick<EntryView, 'canceled' | 'applied'>): EntryStanding {
  if (canceled) return 'canceled';
  return applied.some((marks) => marks.includes(0)) ? 'pending' : 'final';
}

export const ENTRY_TITLES = [
  ...[
    'Entry',
    'Time',
    'Type',
    'Token',
    'Amount',
    'Fees',
    'Net',
    'State',
    'Transaction',
    'Block',
    'Description',
  ],
];

export const entryCells = (row: LedgerRow): readonly string[] => [
  ...[String(row.id), csvTime(row.at), row.type, row.token, row.amount, row.fees, row.net, row.standing],
  ...[row.transaction ?? '', row.block === undefined ? '' : String(row.block), row.description],
];

/** A signed amount in whole tokens, exactly. */
const signedTokens = (units: bigint, decimals: number): string =>
  units < 0n ? `-${wholeTokens(-units, decimals)}` : wholeTokens(units, decimals);
