import type { MemoryStore } from '@exchange/test/kit';
import type { SettlerPool } from '../chain/settler-pool';
import { check } from './finding';

/** The settler offers no more than it must, and believes only what a node said. */
export function checkSettler(store: MemoryStore, pool: SettlerPool): void {
  const [overbid] = pool.overbids;
  check(overbid === undefined, () => `the settler offered ${overbid}`);
  for (const row of store.table('transactions').values()) {
    const { hash, takenAt } = row as { hash: string; takenAt: number | null };
    check(takenAt === null || pool.taken.has(hash), () => `${hash} counts as sent, and no node took it`);
  }
}
