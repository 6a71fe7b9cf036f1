import {
  amount,
  AMOUNT_MAX,
  buyAtRate,
  minAmount,
  orderRate,
  rateRatio,
  sellAtRate,
  type TokenAmount,
} from '@exchange/core/kernel';
import type { EditRefusal, MarketInputOf, Peg } from '@exchange/core/message';
import { isBelowMinimum } from '../execution/match';
import type { MarketState } from '../market/market-state';
import { isExhausted, quantityOf, type OpenOrder } from './open-order';
import { amountsAtSigned, isWorseThanSigned } from './signed-terms';

/** The order as the edit wants it, or why that can't be. Amounts of a pegged one are those at its signed rate. */
export function editedOrder(
  state: MarketState,
  order: OpenOrder,
  command: MarketInputOf<'edit'>,
): OpenOrder | EditRefusal {
  if (command.stopRateKey !== undefined && order.stopRateKey === undefined) return 'stop_triggered';
  const peg = command.peg ?? order.peg;
  const offered = peg === undefined ? unpegged(state, order, command) : pegged(state, order, command, peg);
  if (typeof offered === 'string') return offered;
  const {
    hidden = order.hidden,
    stopRateKey = order.stopRateKey,
    expiresAt = order.expiresAt,
    fees,
  } = command;
  return { ...offered, hidden, stopRateKey, expiresAt, fees };
}

/** What it offers: the amounts of the edit, at the rate that they give. What was not edited is never rated again. */
function unpegged(
  state: MarketState,
  order: OpenOrder,
  command: MarketInputOf<'edit'>,
): OpenOrder | EditRefusal {
  const wanted = isExhausted(order) ? atLastRate(state, order, command) : command;
  if (wanted.sellBook === undefined && wanted.buyBook === undefined) return order;
  const { sellBook = order.sellBook, buyBook = order.buyBook } = wanted;
  if (sellBook > sellRemaining(order) || isWorseThanSigned(order, sellBook, buyBook)) return 'exceeds_signed';
  const rateKey = orderRate(order.side, sellBook, buyBook, state.decimals);
  if (rateKey === undefined) return 'rate_out_of_range';
  return allowed(state, { ...order, sellBook, buyBook, held: sellBook, rateKey });
}

/** An idle order has no amounts that the one which isn't named could stay at: it follows at its last rate in the book. */
function atLastRate(
  { decimals }: MarketState,
  { side, rateKey }: OpenOrder,
  { sellBook, buyBook }: MarketInputOf<'edit'>,
): Pick<MarketInputOf<'edit'>, 'sellBook' | 'buyBook'> {
  const rate = rateRatio(rateKey, decimals);
  if (sellBook !== undefined && buyBook === undefined) {
    const follows = minAmount<bigint>(buyAtRate(side, sellBook, rate), AMOUNT_MAX);
    return { sellBook, buyBook: amount(follows) };
  }
  if (buyBook !== undefined && sellBook === undefined) {
    const follows = minAmount<bigint>(sellAtRate(side, buyBook, rate), AMOUNT_MAX);
    return { sellBook: amount(follows), buyBook };
  }
  return { sellBook, buyBook };
}

/** The same quantity, or the edit's, at the signed rate; of an idle order without a quantity only the peg. */
function pegged(
  state: MarketState,
  order: OpenOrder,
  command: MarketInputOf<'edit'>,
  peg: Peg,
): OpenOrder | EditRefusal {
  const asked = order.side === 'buy' ? command.buyBook : command.sellBook;
  if (asked === undefined && (order.peg !== undefined || isExhausted(order))) return { ...order, peg };
  const { sell, buy } = amountsAtSigned(order, asked ?? quantityOf(order));
  if (sell > sellRemaining(order)) return 'exceeds_signed';
  const rateKey = orderRate(order.side, sell, buy, state.decimals);
  if (rateKey === undefined) return 'rate_out_of_range';
  const offered = { sellBook: amount(sell), buyBook: amount(buy), held: amount(sell) };
  return allowed(state, { ...order, ...offered, rateKey, peg });
}

const sellRemaining = ({ sellAmount, sold }: OpenOrder): TokenAmount => amount(sellAmount - sold);

const allowed = (state: MarketState, order: OpenOrder): OpenOrder | EditRefusal =>
  isBelowMinimum(state, order) ? 'below_minimum' : order;
