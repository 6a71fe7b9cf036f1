import { type TradeId, tradeId } from '@exchange/core/kernel';
import type { AttestationRefusal, AttestationRequest, SettleLeg } from '@exchange/core/message';
import {
  ATTESTATION_CHECKS,
  type AttestationChecks,
  type AttestationRecord,
  type BatchView,
  type TradeView,
} from './attestation-checks';
import {
  decodeBatch,
  type DecodedBatch,
  type DecodedOrder,
  type DecodedTrade,
  unpackedBatch,
} from './decode-batch';
import type { KnownTrade, ReportedTrade } from './known-trade';

/** Why a batch must not be signed, and which of its trades must be left out for it; none: the batch as a whole. */
export interface AttestationFault {
  readonly ok: false;
  readonly reason: AttestationRefusal;
  readonly tradeIds: readonly TradeId[];
}

/** That a batch may be signed, and the trades that it would settle, by their ids on chain. */
export interface Attestable {
  readonly ok: true;
  readonly tradeIds: readonly TradeId[];
}

/**
 * Whether a batch says exactly what the engine reported and the ledger posted, and nothing else. The first reason is told,
 * with every trade that has it. `checks`: all of them, but in a test that shows that each is needed.
 */
export function judgeBatch(
  request: AttestationRequest,
  record: AttestationRecord,
  checks: AttestationChecks = ATTESTATION_CHECKS,
): Attestable | AttestationFault {
  if (record.now === undefined) return refuse('CHAIN_UNKNOWN');
  const words = unpackedBatch(request.orders, request.trades);
  if (!words) return refuse('MALFORMED');
  const batch = decodeBatch(words);
  const view = { request, batch, record };
  const wrong = checks.batch.find((check) => check.isBroken(view));
  if (wrong) return refuse(wrong.isBroken(upToDate(view)) ? wrong.refusal : 'CHAIN_UNKNOWN');
  const judged = batch.trades.map((trade) => [trade.id, faultOf(trade, batch, record, checks)] as const);
  const first = judged.find(([, reason]) => reason !== undefined)?.[1];
  if (first === undefined) return { ok: true, tradeIds: judged.map(([id]) => tradeId(Number(id))) };
  const faulty = judged.flatMap(([id, reason]) => (reason === first ? [id] : []));
  return refuse(first, faulty.every(isId) ? faulty.map((id) => tradeId(Number(id))) : []);
}

/** With a newest block of now: what is too long only from an old one isn't the fault of whoever asks. */
const upToDate = (view: BatchView): BatchView => ({
  ...view,
  record: { ...view.record, now: Math.max(view.record.now ?? 0, view.record.clock) },
});

const refuse = (reason: AttestationRefusal, tradeIds: readonly TradeId[] = []): AttestationFault => ({
  ok: false,
  reason,
  tradeIds,
});

/** Ids are below 2^53; the contract takes larger ones, which no trade has. */
const isId = (id: bigint): boolean => id <= BigInt(Number.MAX_SAFE_INTEGER);

function faultOf(
  trade: DecodedTrade,
  { orders }: DecodedBatch,
  record: AttestationRecord,
  checks: AttestationChecks,
): AttestationRefusal | undefined {
  const [makerOrder, takerOrder] = [orders[trade.makerIndex], orders[trade.takerIndex]];
  if (!makerOrder || !takerOrder) return 'BAD_INDEX';
  const known = record.tradeOf(trade.id);
  if (!known) return 'UNKNOWN_TRADE';
  const { report, maker: makerLeg, taker: takerLeg } = known;
  if (!report) return 'UNREPORTED';
  if (!makerLeg || !takerLeg) return 'ONE_SIDED';
  const orderIds = [makerOrder, takerOrder].flatMap(({ sellTokenId, buyTokenId }) => [
    sellTokenId,
    buyTokenId,
  ]);
  if (orderIds.some((id) => record.tokenOf(id) === undefined)) return 'UNKNOWN_TOKEN';
  const view: TradeView = {
    ...{ trade, known },
    maker: sideOf(makerOrder, makerLeg, report, 'maker', record),
    taker: sideOf(takerOrder, takerLeg, report, 'taker', record),
  };
  return brokenIn(view, known, checks);
}

function brokenIn(
  view: TradeView,
  known: KnownTrade,
  { trade, side }: AttestationChecks,
): AttestationRefusal | undefined {
  const wrong = trade.find((check) => check.isBroken(view));
  if (wrong) return wrong.refusal;
  return [view.maker, view.taker]
    .map((sideView) => side.find((check) => check.isBroken({ ...sideView, known })))
    .find((check) => check !== undefined)?.refusal;
}

function sideOf(
  order: DecodedOrder,
  leg: SettleLeg,
  report: ReportedTrade,
  role: 'maker' | 'taker',
  record: AttestationRecord,
) {
  const other = role === 'maker' ? 'taker' : 'maker';
  return { order, leg, reported: report[role], other: report[other], record };
}
