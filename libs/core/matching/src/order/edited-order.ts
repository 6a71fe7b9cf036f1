import { amount, orderRate, type TokenAmount } from '@exchange/core/kernel';
import type { EditRefusal, MarketInputOf, Peg } from '@exchange/core/message';
import { isBelowMinimum } from '../execution/match';
import type { MarketState } from '../market/market-state';
import { quantityOf, type OpenOrder } from './open-order';
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
  if (command.sellBook === undefined && command.buyBook === undefined) return order;
  const { sellBook = order.sellBook, buyBook = order.buyBook } = command;
  if (sellBook > sellRemaining(order) || isWorseThanSigned(order, sellBook, buyBook)) return 'exceeds_signed';
  const rateKey = orderRate(order.side, sellBook, buyBook, state.decimals);
  if (rateKey === undefined) return 'rate_out_of_range';
  return allowed(state, { ...order, sellBook, buyBook, held: sellBook, rateKey });
}

/** The same quantity, or the edit's, at the signed rate. */
function pegged(
  state: MarketState,
  order: OpenOrder,
  command: MarketInputOf<'edit'>,
  peg: Peg,
): OpenOrder | EditRefusal {
  const asked = order.side === 'buy' ? command.buyBook : command.sellBook;
  if (asked === undefined && order.peg !== undefined) return { ...order, peg };
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
