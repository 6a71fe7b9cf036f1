import { remove, type RowChange, upsert } from '@exchange/platform';
import type { SettlingBatch, SignedTransaction } from '../batches/batch';
import type { ChainView } from '../chain-view';
import type { SettlementState } from '../settlement-state';
import type { SettlingTrade } from '../trades/settling-trade';
import type { Cosignature } from '../withdrawals/cosignature';
import {
  batchesTable,
  type BatchRow,
  chainMomentsTable,
  type ChainMomentRow,
  cosignaturesTable,
  type CosignatureRow,
  tokensTable,
  tradesTable,
  type TradeRow,
  transactionsTable,
  type TransactionRow,
} from './tables';

/** Everything that changed since the last call, each row once. */
export function changesOf({ trades, batches, cosignatures, chain }: SettlementState): readonly RowChange[] {
  const touchedBatches = batches.takeTouched();
  const tokens = [...chain.takeTouchedTokens()];
  const kept = tokens.flatMap(([token, id]) => (id === undefined ? [] : [{ token, id }]));
  const gone = tokens.flatMap(([token, id]) => (id === undefined ? [{ token }] : []));
  const changes = [
    upsert(tradesTable, trades.takeTouched().map(tradeRow)),
    upsert(batchesTable, touchedBatches.map(batchRow)),
    upsert(transactionsTable, touchedBatches.flatMap(transactionRows)),
    upsert(cosignaturesTable, cosignatures.takeTouched().map(cosignatureRow)),
    upsert(tokensTable, kept),
    remove(tokensTable, gone),
    upsert(chainMomentsTable, chain.takeMoved() ? chainMomentRows(chain) : []),
  ];
  return changes.filter((change) => (change.upsert ?? change.remove ?? []).length > 0);
}

/** Of a final trade only the short record stays: its legs are of no more use. */
function tradeRow(trade: SettlingTrade): TradeRow {
  const isFinal = trade.stage === 'final';
  return {
    id: trade.id,
    stage: trade.stage,
    maker: isFinal ? null : (trade.maker ?? null),
    taker: isFinal ? null : (trade.taker ?? null),
    since: trade.since,
    joined: trade.joined,
    batchId: trade.batchId ?? null,
    minedIn: trade.minedIn ?? null,
    failures: trade.failures,
    retryAt: trade.retryAt,
    lastCode: trade.lastCode ?? null,
  };
}

function batchRow({ id, nonce, validUntil, tradeIds, stage, sentAt }: SettlingBatch): BatchRow {
  return { id, nonce, validUntil, tradeIds, stage, sentAt };
}

function transactionRows({ id, transactions }: SettlingBatch): readonly TransactionRow[] {
  return transactions.map((transaction: SignedTransaction) => ({ ...transaction, batchId: id }));
}

function cosignatureRow({ request, stage, signature }: Cosignature): CosignatureRow {
  const { entryId, account, nonce } = request;
  return { entryId, account, nonce, stage, request, signature: signature ?? null };
}

function chainMomentRows({ seen, final }: ChainView): readonly ChainMomentRow[] {
  return [
    ...(seen ? [{ kind: 'seen' as const, ...seen }] : []),
    ...(final ? [{ kind: 'final' as const, ...final }] : []),
  ];
}
