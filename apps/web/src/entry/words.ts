import { formatRate, wholeTokens } from '@exchange/core/kernel';
import { entryText as text } from '../text/entry';
import { type EntryMarket, tokensOf } from './entry-market';
import type { PlanFault } from './plan';
import type { PlannedOrder } from './plan-context';
import { typedFaultText } from '../typed/typed-fault-text';
import type { PlanWarning } from './warnings';

/** What stands in the way of an order, and what would be right. */
export function faultText(fault: PlanFault, market: EntryMarket): string {
  const { symbol } = market.traded;
  switch (fault.kind) {
    case 'missing':
      return text.missing[fault.field];
    case 'typed':
      return typedFaultText(fault.fault, symbol);
    case 'least':
      return text.least[fault.why](fault.least, symbol);
    case 'offered':
      return text.offered(fault.most, symbol);
    case 'range':
      return text.range;
    case 'funds': {
      const { usable, needed, most } = fault.funds;
      return text.funds(usable, needed, fault.funds.symbol, most, symbol);
    }
    case 'nobody':
      return text.nobody;
    default:
      return text.standing[fault.kind];
  }
}

/** What would surprise about an order. */
export function warningText(warning: PlanWarning, { traded }: EntryMarket): string {
  switch (warning.kind) {
    case 'would take':
      return text.warnings[warning.kind](warning.best);
    case 'not enough':
    case 'in part':
      return text.warnings[warning.kind](warning.there, traded.symbol);
    case 'stops at once':
      return text.warnings[warning.kind](warning.last);
    case 'meets own':
      return text.warnings[warning.kind](warning.rate);
    case 'far':
      return text.warnings[warning.kind](warning.percent);
    case 'nothing at once':
    case 'no book':
      return text.warnings[warning.kind];
  }
}

/**
 * What is signed, in sentences: the exact amounts of the signed terms and each option. `time` writes Unix seconds.
 */
export function orderWords(
  order: PlannedOrder,
  market: EntryMarket,
  time: (seconds: number) => string,
): readonly string[] {
  const { side, terms, options } = order;
  const { traded, quote } = market;
  const [tradedUnits, quoteUnits] =
    side === 'buy' ? [terms.buyAmount, terms.sellAmount] : [terms.sellAmount, terms.buyAmount];
  const amount = wholeTokens(tradedUnits, traded.decimals);
  const total = wholeTokens(quoteUnits, quote.decimals);
  const offered = side === 'buy' ? options.buyBookAmount : options.sellBookAmount;
  const execution = (['postOnly', 'immediateOrCancel', 'fillOrKill'] as const).find((each) => options[each]);
  return [
    text.words[side](amount, traded.symbol, order.rate, quote.symbol, total),
    offered === undefined
      ? ''
      : text.words.offered(wholeTokens(BigInt(offered), traded.decimals), traded.symbol),
    options.stopRate === undefined ? '' : text.words.stop[side](options.stopRate),
    options.peggedTo === undefined || options.peggedRate === undefined
      ? ''
      : text.words.pegged(options.peggedRate, options.peggedTo),
    text.words.execution[execution ?? 'none'],
    options.hidden === true ? text.words.hidden : '',
    typeof options.timeInForce === 'number' ? text.words.ends(time(options.timeInForce)) : '',
  ].filter((sentence) => sentence !== '');
}

/** A line of the preview: what it is, and how much. */
export type PreviewLine = readonly [label: string, value: string];

/** What an order comes to, line by line, exactly. `time` writes Unix seconds. */
export function previewLines(
  order: PlannedOrder,
  market: EntryMarket,
  time: (seconds: number) => string,
): readonly PreviewLine[] {
  const { side, terms, reach, fees, options } = order;
  const { sold, bought } = tokensOf(market, side);
  const { traded } = market;
  const shown = (units: bigint, { decimals, symbol }: typeof sold) =>
    `${wholeTokens(units, decimals)} ${symbol}`;
  const upTo = (units: bigint, { decimals, symbol }: typeof sold) =>
    text.preview.upTo(wholeTokens(units, decimals), symbol);
  const lines: PreviewLine[] = [
    [text.preview.pays, shown(terms.sellAmount, sold)],
    [text.preview.gets, shown(terms.buyAmount, bought)],
    [text.preview.blocked, shown(order.blocked, sold)],
    [text.preview.inBook, `${formatRate(order.bookRate)} ${market.quote.symbol}`],
  ];
  if (reach === undefined) lines.push([text.preview.takes, text.preview.waits]);
  else if (reach.worst === undefined) lines.push([text.preview.takes, text.preview.nothing]);
  else {
    const deep = text.preview.takesOf(shown(reach.traded, traded), reach.lines, formatRate(reach.worst));
    lines.push([text.preview.takes, deep]);
  }
  if (order.average !== undefined) {
    lines.push([text.preview.average, `${formatRate(order.average)} ${market.quote.symbol}`]);
  }
  if (fees !== undefined) {
    if (fees.taker > 0n) lines.push([text.preview.takerFee, upTo(fees.taker, bought)]);
    if (fees.maker > 0n) lines.push([text.preview.makerFee, upTo(fees.maker, bought)]);
    const rebateToken = order.rebateToken === 'sell' ? sold : bought;
    if (fees.rebate > 0n) lines.push([text.preview.rebate, upTo(fees.rebate, rebateToken)]);
  }
  if (typeof options.timeInForce === 'number') lines.push([text.preview.ends, time(options.timeInForce)]);
  return lines;
}
