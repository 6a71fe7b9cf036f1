import { ledgerMarket } from '@exchange/contract/bus';
import { type OutboxMessage, type StoredRow, tableShape, type TurnCommit } from '@exchange/platform';
import { BREAKAGES } from '../faults/broken-trades';
import type { Fault } from '../faults/fault-plan';
import { withChain, withCommits, withMessages } from './buggy-ports';
import { inTable, type InjectedBug } from './injected-bug';

const BROKEN: readonly Fault[] = [0, 1, 0].map((breakage) => ({
  ...{ kind: 'broken trades', breakage: BREAKAGES[breakage] ?? BREAKAGES[0], trades: 4 },
}));

const rowsOf = (turn: TurnCommit, table: string): readonly StoredRow[] =>
  turn.changes.flatMap((change) =>
    tableShape(change.table).name === table ? ((change.upsert ?? []) as readonly StoredRow[]) : [],
  );

/** The collector's lines of entries that end canceled, twice. */
function refundTwice(turn: TurnCommit): TurnCommit {
  const ended = rowsOf(turn, 'entry').filter((row) => row['type'] === 'trade' && row['canceled'] === true);
  const ids = new Set(ended.map((row) => row['id']));
  const twice = (row: StoredRow) =>
    row['owner'] === 'collector' && ids.has(row['refId'])
      ? { ...row, amount: 2n * (row['amount'] as bigint) }
      : row;
  return inTable('posting', (rows) => rows.map(twice))(turn);
}

/** No market is asked to cancel what holds tokens that a reversal takes back. */
function withoutCancels(message: OutboxMessage): OutboxMessage {
  if (!message.subject.startsWith('ledger.v1.market.')) return message;
  const content = ledgerMarket.decode(message.data);
  const inputs = content.inputs.filter(
    (input) => input.kind !== 'cancel' || input.reason !== 'trade_reversed',
  );
  return { ...message, data: ledgerMarket.encode({ ...content, inputs }) };
}

/** Bugs in what is done about trades that can't settle. */
export const REVERSAL_BUGS: readonly InjectedBug[] = [
  {
    name: 'what lives on a reversed trade is not reversed',
    rebuild: () => ({
      'settlement-service': withChain(() => ({ balancesAt: async (wanted) => wanted.map(() => 2n ** 120n) })),
    }),
    faults: BROKEN,
    shownBy: 9,
    finding: /was never settled/,
  },
  {
    name: 'a reversal gives back the fee twice',
    rebuild: () => ({ 'account-service': withCommits(refundTwice) }),
    faults: BROKEN,
    shownBy: 1,
    finding: /claims of \S+ sum to/,
  },
  {
    name: 'holds of what a reversal takes are not released before',
    rebuild: () => ({ 'account-service': withMessages(withoutCancels) }),
    faults: BROKEN,
    shownBy: 1,
    finding: /is still being reversed|was never settled/,
  },
];
