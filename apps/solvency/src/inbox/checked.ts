import { type SolvencyDifference, solvencyDifference, type SolvencyReport } from '@exchange/contract/bus';
import { type Address, ALARM_EVERY_MS, amount } from '@exchange/core/kernel';
import { alarm, upsert } from '@exchange/platform';
import type { Found, SolvencyState } from '../books/solvency-state';
import type { ChainReading } from '../check/chain-reading';
import { isSame, wasCompared } from '../check/differences';
import type { LedgerSums } from '../check/ledger-view';
import {
  balanceTable,
  type OwedRow,
  collectorTable,
  tokenTable,
  verdictTable,
  watchedTable,
} from '../persistence/tables';
import { handle, signal, type SolvencyTurn } from './solvency-turn';

/** What a check found: the books follow the chain, a difference is told to who must act on it, and the report is made. */
export const takeChecked = handle(signal('checked'), {
  decide(turn, { reading, ledger, found, compared }) {
    const isLater = reading.block > (turn.state.readTo ?? -1);
    takeReading(turn, reading);
    turn.state.advance(reading.reread, compared);
    judge(turn, reading.block, { found, compared }, isLater);
    turn.state.report = reportOf(turn, reading, ledger);
  },
});

/** Rows are absolute, as the books are. */
function takeReading({ state, changes, watched }: SolvencyTurn, reading: ChainReading): void {
  const { tokens, collectors, block, changed } = reading;
  const newTokens = [...tokens].filter(([id]) => !state.tokens.has(id));
  const newCollectors = [...collectors].filter((one) => !state.collectors.has(one));
  for (const [id, token] of newTokens) state.tokens.set(id, token);
  for (const collector of newCollectors) state.collectors.add(collector);
  const rows: OwedRow[] = [];
  for (const { account, token, amount: units } of changed) {
    const place = state.book(token).take(account, units, block);
    if (place !== undefined) rows.push({ token, place, account, amount: amount(units), block });
  }
  state.readTo = block;
  if (newTokens.length > 0)
    changes.push(
      upsert(
        tokenTable,
        newTokens.map(([id, token]) => ({ id, token })),
      ),
    );
  if (newCollectors.length > 0) {
    changes.push(
      upsert(
        collectorTable,
        newCollectors.map((account) => ({ account })),
      ),
    );
  }
  if (rows.length > 0) changes.push(upsert(balanceTable, rows));
  changes.push(upsert(watchedTable, [{ id: 'newest', ...watched, readTo: block }]));
}

type Checked = { readonly found: readonly Found[]; readonly compared: ReadonlySet<number> };

/**
 * A difference stays until enough checks found nothing where it was found; one that didn't look there says nothing about it.
 * The worst one is told.
 */
function judge(turn: SolvencyTurn, block: number, { found, compared }: Checked, isLater: boolean): void {
  const { state, lines, cleanChecks } = turn;
  const [worst] = found;
  const before = state.open;
  const looked = before === undefined || wasCompared(before, compared);
  if (worst !== undefined) {
    state.clean = 0;
    // The first one goes on as long as it is found at all, so that readers aren't told anew with each block.
    const isStillThere = before !== undefined && (!looked || found.some((one) => isSame(one, before)));
    if (!isStillThere) {
      state.open = worst;
      state.saidAt = Number.NEGATIVE_INFINITY;
    }
  } else if (before !== undefined) {
    if (isLater && looked) state.clean += 1;
    if (state.clean >= cleanChecks) {
      state.open = undefined;
      state.clean = 0;
      lines.push({
        level: 'warn',
        fields: { block },
        message: 'holdings, liabilities and ledger agree again',
      });
    }
  }
  sayDifference(turn, block);
  if (state.told && state.open === before) return;
  state.told = true;
  turn.verdict = { block, difference: state.open?.difference ?? null };
  const { difference = null, account = null } = state.open ?? {};
  turn.changes.push(upsert(verdictTable, [{ id: 'newest', difference: stored(difference), account }]));
}

function sayDifference({ state, lines, at }: SolvencyTurn, block: number): void {
  if (state.open === undefined || at - state.saidAt < ALARM_EVERY_MS) return;
  state.saidAt = at;
  const { difference, account } = state.open;
  const { kind, token, expected, found, sentence } = difference;
  const fields = { kind, token, block, account, expected: `${expected}`, found: `${found}` };
  lines.push(alarm('solvency_difference', fields, sentence));
}

const stored = (difference: SolvencyDifference | null) =>
  difference === null ? null : solvencyDifference.write(difference);

function reportOf(
  { state, at }: SolvencyTurn,
  { block, hash, time, figures }: ChainReading,
  ledger: LedgerSums,
): SolvencyReport {
  return {
    ...{ block, hash, time, checkedAt: at, difference: state.open?.difference ?? null },
    tokens: figures.map(({ token, holdings, liabilities }) => ({
      token,
      holdings: amount(holdings),
      liabilities: amount(liabilities),
      ...booked(state, token, block),
      ledger: ledger.settled.get(token) ?? 0n,
    })),
  };
}

function booked(state: SolvencyState, token: Address, block: number) {
  const book = state.book(token);
  return { balances: amount(book.total), accounts: book.size, root: book.root(block) };
}
