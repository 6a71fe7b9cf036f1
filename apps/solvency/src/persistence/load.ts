import { solvencyDifference } from '@exchange/contract/bus';
import { assert } from '@exchange/core/kernel';
import type { Database } from '@exchange/platform';
import type { SolvencyState } from '../books/solvency-state';
import {
  balanceTable,
  collectorTable,
  tokenTable,
  verdictTable,
  watchedTable,
  type ReadToRow,
} from './tables';

/** Which contract a database is about. */
export type WatchedContract = Pick<ReadToRow, 'chainId' | 'contract' | 'startBlock'>;

/** The database is about another chain, contract or start block than the configuration. */
export class WrongContractError extends Error {
  override readonly name = 'WrongContractError';
}

/** Takes up what was read of the chain so far, and the verdict. Throws {@link WrongContractError}. */
export async function loadState(
  database: Database,
  state: SolvencyState,
  wanted: WatchedContract,
): Promise<void> {
  const [watched] = await database.find(watchedTable);
  if (watched === undefined) return;
  checkSame(watched, wanted);
  state.readTo = watched.readTo;
  for (const { id, token } of await database.find(tokenTable)) state.tokens.set(id, token);
  for (const { account } of await database.find(collectorTable)) state.collectors.add(account);
  const rows = await database.find(balanceTable, {
    order: [
      ['token', 'asc'],
      ['place', 'asc'],
    ],
  });
  for (const { token, account, amount, place, block } of rows) {
    assert(
      state.book(token).restore(account, amount, block) === place,
      `no leaf before ${place} of ${token}`,
    );
  }
  const [verdict] = await database.find(verdictTable);
  if (verdict?.difference == null) return;
  const difference = solvencyDifference.read(verdict.difference);
  state.open = { difference, account: verdict.account ?? undefined };
}

function checkSame(stored: ReadToRow, wanted: WatchedContract): void {
  for (const key of ['chainId', 'contract', 'startBlock'] as const) {
    if (stored[key] === wanted[key]) continue;
    throw new WrongContractError(
      `this database is about the contract with ${key} ${stored[key]}, and the configuration says ${wanted[key]}: ` +
        'give the service a fresh database, or the right configuration',
    );
  }
}
