import { chainFact, settleLeg, submission as submissionCodec } from '@exchange/core/message';
import type { Database } from '@exchange/platform';
import { type Address, present } from '@exchange/core/kernel';
import { senderOf } from '@exchange/edge/keys';
import { BATCH_STAGES, type SettlingBatch } from '../batches/batch';
import type { NoncePlace } from '../batches/batches';
import type { SettlementState } from '../settlement-state';
import { isEnded, type SettlingTrade, TRADE_STAGES } from '../trades/settling-trade';
import { SUBMISSION_STAGES, type SubmittedWithdrawal } from '../withdrawals/submitted-withdrawal';
import {
  batchesTable,
  type BatchRow,
  chainMomentsTable,
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

/** Rebuilds the state from the database: all that is not final, and the newest of each sequence. `settlers`: whose nonces count. */
export async function loadState(
  database: Database,
  state: SettlementState,
  settlers: readonly Address[],
): Promise<void> {
  await loadTrades(database, state);
  await loadBatches(database, state, settlers);
  const unclosed = SUBMISSION_STAGES.filter((stage) => stage !== 'closed');
  const submissions = await database.find(submissionsTable, {
    where: { stage: unclosed },
    order: [['entryId', 'asc']],
  });
  state.submissions.restore(submissions.map(submitted));
  const moments = await database.find(chainMomentsTable);
  const tokens = await database.find(tokensTable);
  state.chain.restore(
    moments.find(({ kind }) => kind === 'seen'),
    moments.find(({ kind }) => kind === 'final'),
    moments.find(({ kind }) => kind === 'begun'),
    tokens.map(({ token, id }) => [token, id]),
  );
}

async function loadTrades(database: Database, state: SettlementState): Promise<void> {
  const unended = TRADE_STAGES.filter((stage) => !isEnded(stage));
  const rows = await database.find(tradesTable, { where: { stage: unended } });
  const legs = await database.find(legsTable);
  const newest = rows.reduce((highest, { joined }) => Math.max(highest, joined), 0);
  state.trades.restore(tradesOf(rows, legs), newest);
  const foreign = await database.find(foreignSettlementsTable);
  state.foreign.restore(foreign.map(({ fact }) => chainFact.read(fact)));
}

async function loadBatches(
  database: Database,
  state: SettlementState,
  settlers: readonly Address[],
): Promise<void> {
  const unclosed = BATCH_STAGES.filter((stage) => stage !== 'closed');
  const rows = await database.find(batchesTable, { where: { stage: unclosed } });
  const nonces = rows.map(({ nonce }) => nonce);
  const closed = await database.find(batchesTable, { where: { stage: 'closed', nonce: nonces } });
  const transactions = await database.find(transactionsTable, {
    where: { batchId: [...rows, ...closed].map(({ id }) => id) },
    order: [['signedAt', 'asc']],
  });
  const drafts = await database.find(draftsTable);
  state.drafts.restore(drafts);
  const [newest] = await database.find(batchesTable, { order: [['id', 'desc']], limit: 1 });
  const open = rows.map((row) => batch(row, transactions));
  const successor = ({ nonce }: BatchRow) => open.find((other) => other.nonce === nonce)?.settler;
  const earlier = closed.map((row) => batch(row, transactions, successor(row)));
  const places = await lastPlaces(database, settlers);
  state.batches.restore(open, newest?.id ?? 0, places, earlier);
  for (const { batchId } of drafts) state.batches.reserve(batchId);
}

/** The last batch of each settler, if it had any: what it used of its nonces. */
async function lastPlaces(database: Database, settlers: readonly Address[]): Promise<readonly NoncePlace[]> {
  const found = settlers.map(async (settler) => {
    const newest = { order: [['nonce', 'desc']], limit: 1 } as const;
    const rows = await database.find(batchesTable, { where: { settler }, ...newest });
    return rows.map(({ nonce }) => ({ settler, nonce }));
  });
  return (await Promise.all(found)).flat();
}

function tradesOf(rows: readonly SettlingTradeRow[], legs: readonly LegRow[]): SettlingTrade[] {
  const trades = new Map<number, SettlingTrade>(rows.map((row) => [row.id, trade(row)]));
  // Those of reversed trades are not needed any more.
  for (const { tradeId, role, leg } of legs) {
    const known = trades.get(tradeId);
    if (known !== undefined) known[role] = settleLeg.read(leg);
  }
  return [...trades.values()];
}

const trade = (row: SettlingTradeRow): SettlingTrade => ({
  ...row,
  maker: undefined,
  taker: undefined,
  batchId: row.batchId ?? undefined,
  minedIn: row.minedIn ?? undefined,
  lastCode: row.lastCode ?? undefined,
});

/** `settler`: whose it is if the row doesn't say; else its signature does. */
function batch(row: BatchRow, transactions: readonly TransactionRow[], settler?: Address): SettlingBatch {
  const own = transactions.filter(({ batchId }) => batchId === row.id);
  return {
    ...row,
    settler: row.settler ?? settler ?? senderOf(present(own.at(-1), `transaction of batch ${row.id}`).raw),
    transactions: own.map(({ batchId: _, takenAt, ...transaction }) => ({
      ...transaction,
      takenAt: takenAt ?? undefined,
    })),
  };
}

const submitted = ({ submission, stage, batchId, calls }: SubmissionRow): SubmittedWithdrawal => ({
  submission: submissionCodec.read(submission),
  stage,
  batchId: batchId ?? undefined,
  calls,
});
