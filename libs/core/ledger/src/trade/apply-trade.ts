import { amount, assert, present, type TokenAmount, ZERO_AMOUNT } from '@exchange/core/kernel';
import { noteBlocked } from '../funds/apply-exit-request';
import { postCredit } from '../account/credit';
import type { CauseOf, EntryChange } from '../account/entry';
import type { Fact } from '../fact';
import { FIRST_FEES } from '../fees/fee-versions';
import { isLowered } from '../fees/trade-fees';
import { volumeHourOf } from '../fees/trading-volume';
import { holdFor, holdsAfter, totalHold } from '../order/hold';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { openEntry } from '../account/open-entry';
import type { Order } from '../order/order';
import { releaseHold } from '../order/release-hold';
import {
  type Leg,
  legOf,
  lessMatched,
  netBought,
  netSold,
  type Rebate,
  type Role,
  type Trade,
} from './trade';

/**
 * Posts one side of a trade to its account: sold out of the hold, bought less fees to usable, fees with the collector,
 * the rebate out of the budget, both gross amounts against clearing; then the hold is what the book still offers. Applying can't
 * be refused: an order that could not cover its trade is a defect. `at`: Unix ms.
 * @param rebate of the maker's side, as it was chosen for the trade
 * @param volume what the trade counts for the 30-day volume, in wei
 */
export function applyTrade(
  ledger: Ledger,
  trade: Trade,
  role: Role,
  at: number,
  rebate?: Rebate,
  volume = 0n,
): readonly Fact[] {
  const fill = trade[role];
  const account = ledger.account(fill.account);
  const order = present(account.orders.get(fill.orderId), `open order ${fill.orderId}`);
  const { sellToken, buyToken } = order.signed.terms;
  assert((role === 'taker') === (order.side === trade.takerSide), 'the taker is on the side that took');
  const leg = legOf(ledger, trade, role, rebate);
  assert(leg.sold <= order.sellRemaining, `order ${order.id} sold more than was signed`);
  assert(fill.sellBook <= order.held - leg.sold, `order ${order.id} offers more than it holds`);

  const journal = new Journal(ledger, account, at);
  const fee = amount(leg.tradeFee + leg.settlementFee);
  const held = holdFor(order, fill, amount(order.held - leg.sold));
  const matched: Order = {
    ...order,
    sellRemaining: amount(order.sellRemaining - leg.sold),
    buyRemaining: lessMatched(order.buyRemaining, leg.bought),
    sellBook: fill.sellBook,
    buyBook: fill.buyBook,
    ...holdsAfter(order, amount(totalHold(order) - leg.sold), held),
    trades: [...order.trades, trade.tradeId],
    lastActiveAt: at,
  };
  journal.order(matched);
  tellUserTrade(journal, trade, order, leg, role, ledger.maxFeeBps);

  const counted = volume === 0n ? {} : { volume, volumeHour: volumeHourOf(account.record, trade.time) };
  const entry = openEntry(
    journal,
    { ...tradeCause(trade, role, order, leg, fee), ...ageOf(ledger, trade), ...counted },
    {
      market: trade.market,
      changes: changesOf(order, leg, fee),
      applied: [[0, 1, -1], account.creditMarks(buyToken, 1)],
      description: 'trade',
    },
  );
  const ref = { kind: 'entry', id: entry.id } as const;
  const given = netSold(leg);
  const got = netBought({ ...leg, fee });
  const [rebateSold, rebateBought] = leg.rebateInBought
    ? [ZERO_AMOUNT, leg.rebate]
    : [leg.rebate, ZERO_AMOUNT];
  const rebateLeft = postCredit(journal, ref, sellToken, rebateSold, [
    journal.line(sellToken, 'held', -leg.sold),
    { owner: 'clearing', token: sellToken, bucket: 'total', amount: leg.sold },
    { owner: 'budget', token: sellToken, bucket: 'total', amount: -rebateSold },
    journal.line(sellToken, 'soldUnsettled', given),
  ]);
  noteBlocked(journal, sellToken, rebateLeft);
  postCredit(journal, ref, buyToken, got, [
    { owner: 'clearing', token: buyToken, bucket: 'total', amount: -leg.bought },
    { owner: 'collector', token: buyToken, bucket: 'total', amount: fee },
    { owner: 'budget', token: buyToken, bucket: 'total', amount: -rebateBought },
    journal.line(buyToken, 'boughtUnsettled', got),
  ]);
  releaseHold(journal, order, amount(totalHold(order) - leg.sold), totalHold(matched));
  if (leg.rebate > 0n) journal.reserveRebate(leg.rebateInBought ? buyToken : sellToken, leg.rebate);

  const accountSeq = account.record.tradeCount + 1;
  journal.record({ tradeCount: accountSeq });
  journal.tell({
    kind: 'settleLeg',
    leg: {
      tradeId: trade.tradeId,
      market: trade.market,
      role,
      account: account.address,
      accountSeq,
      orderId: order.id,
      orderHash: order.digest,
      order: order.signed,
      sold: leg.sold,
      bought: leg.bought,
      fee,
      rebate: leg.rebate,
      rebateToken: leg.rebateInBought ? 'buy' : 'sell',
      finalBlock: ledger.unsettled.finalBlock,
    },
  });
  return journal.close();
}

/** What says how old the trade is, however the chain's clock stands to ours. */
function ageOf({ unsettled }: Ledger, { time }: Trade): { madeAt: number; knownBlockTime: number } {
  return { madeAt: time, knownBlockTime: Math.max(unsettled.blockTime, Math.floor(time / 1000)) };
}

function tradeCause(trade: Trade, role: Role, order: Order, leg: Leg, fee: TokenAmount): CauseOf<'trade'> {
  const { sold, bought, rebate, rebateInBought } = leg;
  return {
    kind: 'trade',
    tradeId: trade.tradeId,
    role,
    digest: order.digest,
    signer: order.signed.signer,
    soldToken: order.signed.terms.sellToken,
    boughtToken: order.signed.terms.buyToken,
    sold,
    bought,
    fee,
    rebate,
    rebateInBought,
  };
}

/** Sold and bought as CHANGES; a rebate is a negative fee of the token it is paid in. */
function changesOf(order: Order, leg: Leg, fee: TokenAmount): EntryChange[] {
  const { sellToken, buyToken } = order.signed.terms;
  const soldFees = leg.rebateInBought ? 0n : -leg.rebate;
  const boughtFees = leg.rebateInBought ? fee - leg.rebate : fee;
  return [
    { token: sellToken, amount: -leg.sold, fees: soldFees, net: -leg.sold - soldFees },
    { token: buyToken, amount: leg.bought, fees: boughtFees, net: leg.bought - boughtFees },
  ];
}

function tellUserTrade(
  journal: Journal,
  trade: Trade,
  order: Order,
  leg: Leg,
  role: Role,
  maxFeeBps: number,
): void {
  const { makerPpm, takerPpm, version = FIRST_FEES } = trade[role].fees;
  const feePpm = role === 'maker' ? makerPpm : takerPpm;
  const { sellToken, buyToken } = order.signed.terms;
  const rebateToken = leg.rebateInBought ? buyToken : sellToken;
  journal.tell({
    kind: 'userTrade',
    trade: {
      tradeId: trade.tradeId,
      account: order.account,
      market: trade.market,
      role,
      side: order.side,
      rateKey: trade.rateKey,
      amount: trade.traded,
      tradeFee: leg.tradeFee,
      settlementFee: leg.settlementFee,
      rebate: leg.rebate,
      rebateToken: leg.rebate === 0n ? null : rebateToken,
      time: trade.time,
      orderId: order.id,
      orderCid: order.cid,
      feePpm,
      feeVersion: version === FIRST_FEES ? null : version,
      feeCapBps: isLowered(feePpm, maxFeeBps) ? maxFeeBps : null,
    },
  });
}
