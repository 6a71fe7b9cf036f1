import type { WithdrawalNonce } from '@exchange/contract/chain';
import { type BlockNews, chainFact } from '@exchange/core/message';
import { type Database, remove, type RowChange, type Table, upsert } from '@exchange/platform';
import type { KnownBlock, KnownChain } from '../scan/known-chain';
import type { AwaitedWithdrawals } from '../withdrawals/awaited-withdrawals';
import type { WithdrawalRows } from '../withdrawals/withdrawal-rows';
import { awaitedTable, blocksTable, endedTable, type BlockRow, tokensTable } from './tables';

/** Rebuilds what is known of the chain. */
export async function loadKnown(database: Database, known: KnownChain): Promise<void> {
  const rows = await database.find(blocksTable, { order: [['number', 'asc']] });
  const tokens = await database.find(tokensTable);
  known.restore(
    rows
      .filter(({ final }) => final)
      .map(knownBlock)
      .at(-1),
    rows.filter(({ final }) => !final).map(knownBlock),
    tokens.map(({ id, token }) => [id, token]),
  );
}

/** The rows of the withdrawals that are awaited, or no longer, and of those that ended. */
export function awaitedRows(awaited: AwaitedWithdrawals): readonly RowChange[] {
  return [...touchedRows(awaitedTable, awaited), ...touchedRows(endedTable, awaited.ended)].filter(
    (change) => (change.upsert ?? change.remove ?? []).length > 0,
  );
}

function touchedRows<Row extends WithdrawalNonce>(
  table: Table<Row>,
  rows: WithdrawalRows<Row>,
): readonly RowChange[] {
  const touched = rows.takeTouched();
  const kept = touched.filter((row) => rows.isKept(row));
  const dropped = touched.filter((row) => !rows.isKept(row));
  return [upsert(table, kept), remove(table, dropped)];
}

/** The rows of everything that the news touched, as it is known now; `finalBefore`: the final block before them. */
export function rowsOf(
  known: KnownChain,
  news: readonly BlockNews[],
  finalBefore: number | undefined,
): readonly RowChange[] {
  const numbers = new Set(news.map(({ number }) => number));
  if (finalBefore !== undefined && news.length > 0) numbers.add(finalBefore);
  const blocks = [...numbers].map((number) => ({ number, row: blockRow(known, number) }));
  const facts = news.flatMap((block) => block.facts);
  const ids = new Set(facts.flatMap((fact) => (fact.kind === 'token_registered' ? [fact.id] : [])));
  const tokens = [...ids].map((id) => ({ id, token: known.tokens.get(id) }));
  return [
    upsert(
      blocksTable,
      blocks.flatMap(({ row }) => row ?? []),
    ),
    remove(
      blocksTable,
      blocks.flatMap(({ number, row }) => (row ? [] : [{ number }])),
    ),
    upsert(
      tokensTable,
      tokens.flatMap(({ id, token }) => (token ? [{ id, token }] : [])),
    ),
    remove(
      tokensTable,
      tokens.flatMap(({ id, token }) => (token ? [] : [{ id }])),
    ),
  ].filter((change) => (change.upsert ?? change.remove ?? []).length > 0);
}

function blockRow(known: KnownChain, number: number): BlockRow | undefined {
  const block = known.block(number);
  if (!block) return undefined;
  const { hash, parent, time } = block;
  const final = number === known.final?.number;
  // Readers got the facts of a final block twice already; only an undone one needs them again.
  return {
    number,
    hash,
    parent,
    time,
    final,
    facts: final ? [] : block.facts.map((fact) => chainFact.write(fact)),
  };
}

const knownBlock = ({ facts, final: _, ...block }: BlockRow): KnownBlock => ({
  ...block,
  facts: facts.map((fact) => chainFact.read(fact)),
});
