import {
  chainFact,
  type ChainFactOf,
  settleLeg,
  type SettleLeg,
  submission,
  tradeRole,
} from '@exchange/core/message';
import { remove, type RowChange, upsert } from '@exchange/platform';
import type { SettlingBatch, SignedTransaction } from '../batches/batch';
import type { ChainView } from '../chain-view';
import type { SettlementState } from '../settlement-state';
import type { SettlingTrade } from '../trades/settling-trade';
import type { SubmittedWithdrawal } from '../withdrawals/submitted-withdrawal';
import {
  batchesTable,
  type BatchRow,
  chainMomentsTable,
  type ChainMomentRow,
  draftsTable,
  foreignSettlementsTable,
  type LegRow,
  legsTable,
  submissionsTable,
  type SubmissionRow,
  tokensTable,
  tradesTable,
  type SettlingTradeRow,
  transactionsTable,
  type TransactionRow,
} from './tables';

/** Everything that changed since the last call, each row once. */
export function changesOf({
  trades,
  foreign,
  batches,
  drafts,
  submissions,
  chain,
}: SettlementState): readonly RowChange[] {
  const touchedBatches = batches.takeTouched();
  const touchedDrafts = drafts.takeTouched();
  const touchedTrades = trades.takeTouched();
  const final = touchedTrades.filter(isFinal).map(({ id }) => ({ id }));
  const tokens = [...chain.takeTouchedTokens()];
  const kept = tokens.flatMap(([token, id]) => (id === undefined ? [] : [{ token, id }]));
  const gone = tokens.flatMap(([token, id]) => (id === undefined ? [{ token }] : []));
  const changes = [
    upsert(tradesTable, touchedTrades.filter((trade) => !isFinal(trade)).map(tradeRow)),
    remove(tradesTable, final),
    upsert(legsTable, trades.takeLegs().map(legRow)),
    remove(legsTable, final.flatMap(legKeys)),
    upsert(foreignSettlementsTable, foreign.takeTouched().map(foreignRow)),
    upsert(batchesTable, touchedBatches.map(batchRow)),
    upsert(
      draftsTable,
      touchedDrafts.flatMap(([, draft]) => draft ?? []),
    ),
    remove(
      draftsTable,
      touchedDrafts.flatMap(([id, draft]) => (draft ? [] : [{ id }])),
    ),
    upsert(transactionsTable, touchedBatches.flatMap(transactionRows)),
    upsert(submissionsTable, submissions.takeTouched().map(submissionRow)),
    upsert(tokensTable, kept),
    remove(tokensTable, gone),
    upsert(chainMomentsTable, chain.takeMoved() ? chainMomentRows(chain) : []),
  ];
  return changes.filter((change) => (change.upsert ?? change.remove ?? []).length > 0);
}

/** Batches say which trades they carried, and account-service which block settled them: nothing more need stay. */
const isFinal = ({ stage }: SettlingTrade): boolean => stage === 'final';

function tradeRow({ maker: _, taker: __, ...trade }: SettlingTrade): SettlingTradeRow {
  return {
    ...trade,
    batchId: trade.batchId ?? null,
    minedIn: (trade.minedIn ?? null) as SettlingTradeRow['minedIn'],
    lastCode: trade.lastCode ?? null,
  };
}

const legRow = (leg: SettleLeg): LegRow => ({
  tradeId: leg.tradeId,
  role: leg.role,
  leg: settleLeg.write(leg),
});

const legKeys = ({ id }: Pick<SettlingTrade, 'id'>) => tradeRole.words.map((role) => ({ tradeId: id, role }));

const foreignRow = (fact: ChainFactOf<'trade_settled'>) => ({
  id: fact.tradeId,
  fact: chainFact.write(fact),
});

const batchRow = ({ transactions: _, ...batch }: SettlingBatch): BatchRow => batch;

function transactionRows({ id, stage, transactions }: SettlingBatch): readonly TransactionRow[] {
  return transactions.map((transaction: SignedTransaction) => ({
    ...transaction,
    hash: transaction.hash as TransactionRow['hash'],
    raw: stage === 'closed' ? '0x' : transaction.raw,
    takenAt: transaction.takenAt ?? null,
    batchId: id,
  }));
}

function submissionRow({ submission: item, stage, batchId, calls }: SubmittedWithdrawal): SubmissionRow {
  const { entryId } = item;
  return { entryId, stage, submission: submission.write(item), batchId: batchId ?? null, calls };
}

function chainMomentRows({ seen, final, begun }: ChainView): readonly ChainMomentRow[] {
  return [
    ...(seen ? [{ kind: 'seen' as const, ...seen }] : []),
    ...(final ? [{ kind: 'final' as const, ...final }] : []),
    ...(begun ? [{ kind: 'begun' as const, ...begun }] : []),
  ];
}
