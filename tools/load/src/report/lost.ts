import { setTimeout as delay } from 'node:timers/promises';
import type { LoadClient } from '../../../kit/clients/crowd';
import { historyRows } from '../../../kit/clients/history-rows';
import type { LoadRecord } from '../run/record';

const TRIES = 20;

/** After an overload the exchange needs some seconds until it takes questions again. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === TRIES || !String(error).includes('UNAVAILABLE')) throw error;
      await delay(1_000);
    }
  }
}

/** What was found missing or twice; all zero when nothing was lost. */
export interface Lost {
  /** Orders that were acknowledged. */
  readonly orders: number;
  /** Trades in the histories of the load's accounts. */
  readonly trades: number;
  readonly faults: readonly string[];
}

/**
 * Asks each account for its history since `since` (Unix ms), and compares it with what was told: every acknowledged order
 * must be there once, every trade must be told to both sides, and none told that isn't there.
 */
export async function findLost(
  clients: readonly LoadClient[],
  record: LoadRecord,
  since: number,
): Promise<Lost> {
  const acknowledged = record.acknowledged();
  const told = record.tradeIds;
  const sides = new Map<number, number>();
  const faults: string[] = [];
  let orders = 0;
  await Promise.all(
    clients.map(async (client) => {
      const { address } = client.key;
      const wanted = acknowledged.get(address) ?? new Set<number>();
      orders += wanted.size;
      const rowsOf = (c: string, event: string, member: string) =>
        historyRows(
          (asked) => patiently(() => client.connection.ask(asked, event)),
          { c, from: since },
          member,
        );
      const known = await rowsOf('getHistoricalOrders', 'ho', 'orders');
      const counts = new Map<number, number>();
      for (const [id] of known) counts.set(id as number, (counts.get(id as number) ?? 0) + 1);
      for (const id of wanted) {
        const times = counts.get(id) ?? 0;
        if (times !== 1)
          faults.push(`order ${id} of ${address} was acknowledged and is there ${times} times`);
      }
      const fills = await rowsOf('getUserTrades', 'uts', 'trades');
      for (const [id] of fills) sides.set(id as number, (sides.get(id as number) ?? 0) + 1);
    }),
  );
  for (const [id, count] of sides) {
    if (count !== 2) faults.push(`trade ${id} is in ${count} histories`);
    if (!told.has(id)) faults.push(`trade ${id} happened, and nobody was told`);
  }
  for (const id of told) if (!sides.has(id)) faults.push(`trade ${id} was told, and is in no history`);
  for (const id of record.toldOneSide) faults.push(`trade ${id} was told to one side only`);
  return { orders, trades: sides.size, faults };
}

const SHOWN_MAX = 10;

/** What the check found, in lines for people. */
export function lostLines({ orders, trades, faults }: Lost): string[] {
  if (faults.length > 0) return [`LOST: ${faults.length} faults`, ...faults.slice(0, SHOWN_MAX)];
  return [`nothing lost: ${orders} acknowledged orders found, ${trades} trades told to both sides`];
}
