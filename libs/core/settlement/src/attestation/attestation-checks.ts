import type { Address } from '@exchange/core/kernel';
import type { AttestationRefusal, AttestationRequest, SettleLeg } from '@exchange/core/message';
import { compactS, orderFlags } from '../encode-order';
import type { DecodedBatch, DecodedOrder, DecodedTrade } from './decode-batch';
import { type KnownTrade, onChainId, type ReportedSide } from './known-trade';

/** What a batch is held against: nothing of it comes from whoever asks. */
export interface AttestationRecord {
  readonly chainId: number;
  readonly contract: Address;
  /** Unix seconds of the newest block, by the attester's own node; undefined before it was asked. */
  readonly now: number | undefined;
  /** Unix seconds by the attester's own clock: its node may be behind. */
  readonly clock: number;
  /** The longest that a batch, and a trial, may be valid, in seconds. */
  readonly longestSeconds: number;
  readonly trialSeconds: number;
  /** By the trade's own id, also when the words have its replacement. */
  tradeOf(onChain: bigint): KnownTrade | undefined;
  tokenOf(id: number): Address | undefined;
  /** Whether this batch id has an attestation that may still be mined, of another content than this one. */
  isTaken(request: AttestationRequest): boolean;
}

/** The batch id of trials, which may be valid for a moment only. */
export const TRIAL_BATCH = 0;

/** A side of a trade: its order in the batch, the ledger's leg, what the engine reported of this side and of the other. */
export interface SideView {
  readonly order: DecodedOrder;
  readonly leg: SettleLeg;
  readonly reported: ReportedSide;
  readonly other: ReportedSide;
  readonly record: AttestationRecord;
}

/** A trade all of whose parts are known. */
export interface TradeView {
  readonly trade: DecodedTrade;
  readonly known: KnownTrade;
  readonly maker: SideView;
  readonly taker: SideView;
}

/** The batch as a whole. */
export interface BatchView {
  readonly request: AttestationRequest;
  readonly batch: DecodedBatch;
  readonly record: AttestationRecord;
}

/** A reason to refuse, and when it applies. */
interface Check<V> {
  readonly refusal: AttestationRefusal;
  isBroken(view: V): boolean;
}

/** Of the batch: where it may be mined, how long, and that it says nothing twice and nothing that no trade needs. */
export const BATCH_CHECKS: readonly Check<BatchView>[] = [
  { refusal: 'WRONG_CHAIN', isBroken: ({ request, record }) => request.chainId !== record.chainId },
  { refusal: 'WRONG_CONTRACT', isBroken: ({ request, record }) => request.contract !== record.contract },
  {
    refusal: 'VALID_TOO_LONG',
    isBroken: ({ request, record: { now = 0, longestSeconds } }) => request.validUntil > now + longestSeconds,
  },
  {
    refusal: 'TRIAL_TOO_LONG',
    isBroken: ({ request, record: { now = 0, trialSeconds } }) =>
      request.batchId === TRIAL_BATCH && request.validUntil > now + trialSeconds,
  },
  { refusal: 'BATCH_TAKEN', isBroken: ({ request, record }) => record.isTaken(request) },
  {
    refusal: 'TRADE_TWICE',
    isBroken: ({ batch: { trades } }) => new Set(trades.map(({ id }) => id)).size < trades.length,
  },
  {
    refusal: 'UNUSED_ORDER',
    isBroken: ({ batch: { orders, trades } }) =>
      new Set(trades.flatMap(({ makerIndex, takerIndex }) => [makerIndex, takerIndex])).size < orders.length,
  },
];

/** Of a trade: that it is to settle, under this id, and as the engine and the ledger say. */
export const TRADE_CHECKS: readonly Check<TradeView>[] = [
  { refusal: 'REVERSED', isBroken: ({ known }) => known.isReversed },
  { refusal: 'TRADE_ID', isBroken: ({ trade, known }) => trade.id !== BigInt(onChainId(known)) },
  {
    refusal: 'MAKER_AMOUNT',
    isBroken: ({ trade, maker }) => trade.makerAmount !== maker.reported.sold,
  },
  {
    refusal: 'TAKER_AMOUNT',
    isBroken: ({ trade, taker }) => trade.takerAmount !== taker.reported.sold,
  },
  { refusal: 'MAKER_FEE', isBroken: ({ trade, maker }) => trade.makerFee !== maker.leg.fee },
  { refusal: 'TAKER_FEE', isBroken: ({ trade, taker }) => trade.takerFee !== taker.leg.fee },
  { refusal: 'REBATE', isBroken: ({ trade, maker }) => trade.makerRebate !== maker.leg.rebate },
  {
    refusal: 'REBATE_TOKEN',
    isBroken: ({ trade, maker: { leg } }) =>
      trade.rebateInBoughtToken !== (leg.rebate > 0n && leg.rebateToken === 'buy'),
  },
  { refusal: 'TRADE_PADDING', isBroken: ({ trade }) => trade.padding !== 0n },
];

/** Of each side of a trade: that the ledger's leg is of the reported order, and that the batch has its order as signed. */
export const SIDE_CHECKS: readonly Check<SideView & { readonly known: KnownTrade }>[] = [
  { refusal: 'LEG_MARKET', isBroken: ({ leg, known }) => leg.market !== known.report?.market },
  { refusal: 'LEG_ORDER', isBroken: ({ leg, reported }) => leg.orderId !== reported.orderId },
  { refusal: 'LEG_ACCOUNT', isBroken: ({ leg, reported }) => leg.account !== reported.account },
  { refusal: 'LEG_SOLD', isBroken: ({ leg, reported }) => leg.sold !== reported.sold },
  { refusal: 'LEG_BOUGHT', isBroken: ({ leg, other }) => leg.bought !== other.sold },
  { refusal: 'ORDER_ACCOUNT', isBroken: ({ order, leg }) => order.account !== leg.account },
  {
    refusal: 'ORDER_SELL_TOKEN',
    isBroken: ({ order, leg, record }) => record.tokenOf(order.sellTokenId) !== leg.order.terms.sellToken,
  },
  {
    refusal: 'ORDER_BUY_TOKEN',
    isBroken: ({ order, leg, record }) => record.tokenOf(order.buyTokenId) !== leg.order.terms.buyToken,
  },
  {
    refusal: 'ORDER_SELL_AMOUNT',
    isBroken: ({ order, leg }) => order.sellAmount !== leg.order.terms.sellAmount,
  },
  {
    refusal: 'ORDER_BUY_AMOUNT',
    isBroken: ({ order, leg }) => order.buyAmount !== leg.order.terms.buyAmount,
  },
  { refusal: 'ORDER_EXPIRY', isBroken: ({ order, leg }) => order.expiry !== leg.order.terms.expiry },
  { refusal: 'ORDER_NONCE', isBroken: ({ order, leg }) => order.nonce !== BigInt(leg.order.terms.nonce) },
  { refusal: 'ORDER_FLAGS', isBroken: ({ order, leg }) => BigInt(order.flags) !== orderFlags(leg) },
  { refusal: 'ORDER_PADDING', isBroken: ({ order }) => order.padding !== 0n },
  {
    refusal: 'ORDER_SIGNATURE',
    isBroken: ({ order, leg: { order: signed } }) =>
      order.r !== signed.signature.r || order.vs !== compactS(signed.signature),
  },
];

/** All checks. */
export interface AttestationChecks {
  readonly batch: typeof BATCH_CHECKS;
  readonly trade: typeof TRADE_CHECKS;
  readonly side: typeof SIDE_CHECKS;
}

export const ATTESTATION_CHECKS: AttestationChecks = {
  batch: BATCH_CHECKS,
  trade: TRADE_CHECKS,
  side: SIDE_CHECKS,
};

/** All checks but one: with which tests show what would be signed then. */
export function checksWithout(refusal: AttestationRefusal): AttestationChecks {
  const kept = <V>(checks: readonly Check<V>[]) => checks.filter((check) => check.refusal !== refusal);
  return { batch: kept(BATCH_CHECKS), trade: kept(TRADE_CHECKS), side: kept(SIDE_CHECKS) };
}
