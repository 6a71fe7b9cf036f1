import { orderRate, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { MarketInputOf } from '@exchange/core/message';
import { openOrder, type MarketState } from '../market/market-state';
import type { OpenOrder } from './open-order';
import { isWorseThanSigned } from './signed-terms';

/** The order as matching knows it, or what the ledger, which must have checked it, let through. */
export function admit(state: MarketState, command: MarketInputOf<'place'>): OpenOrder | string {
  const { orderId, account, side, sellAmount, buyAmount, sellBook, buyBook, expiresAt, fees } = command;
  if (openOrder(state, orderId) !== undefined) return `order ${orderId} is open already`;
  if (sellBook > sellAmount || buyAmount === 0n || isWorseThanSigned(command, sellBook, buyBook)) {
    return `order ${orderId} offers more than was signed`;
  }
  const rateKey = orderRate(side, sellBook, buyBook, state.decimals);
  if (rateKey === undefined) return `order ${orderId} has no rate`;
  return {
    orderId,
    account,
    side,
    sellAmount,
    buyAmount,
    rateKey,
    expiresAt,
    fees,
    hidden: command.hidden ?? false,
    execution: command.execution,
    stopRateKey: command.stopRateKey,
    peg: command.peg,
    sold: ZERO_AMOUNT,
    bought: ZERO_AMOUNT,
    sellBook,
    buyBook,
    held: sellBook,
  };
}
