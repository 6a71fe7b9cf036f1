import { historyRows } from '../../../kit/clients/history-rows';
import type { ChaosClient } from './chaos-client';

/** A page that failed is asked for again: the exchange has just been through a lot. */
const TRIES = 5;

async function pageOf(client: ChaosClient, command: { readonly c: string }, event: string): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (await client.connected()).ask(command, event);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

const counted = <T>(values: readonly T[]): Map<T, number> => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** Positions of an order object and an entry. */
const [ID, CID, CANCELED] = [0, 1, 5];
const SIGNATURE = 4;

/** What of an account's claims its history doesn't bear out, in lines for people; empty when all is there, and once. */
export async function lostClaims(client: ChaosClient, since: number): Promise<string[]> {
  const { claims, address } = client;
  const rowsOf = (c: string, event: string, member: string) =>
    historyRows((asked) => pageOf(client, asked, event), { c, from: since }, member);
  const orders = await rowsOf('getHistoricalOrders', 'ho', 'orders');
  const entries = await rowsOf('getHistoricalLedgerEntries', 'hle', 'ledgerEntries');
  const faults: string[] = [];
  const ids = counted(orders.map((order) => order[ID]));
  const cids = counted(orders.map((order) => order[CID]));
  for (const [cid, id] of claims.orders) {
    const times = ids.get(id) ?? 0;
    if (times !== 1) faults.push(`order ${id} (cid ${cid}) was acknowledged and is there ${times} times`);
  }
  for (const [cid, times] of cids) if (times > 1) faults.push(`cid ${String(cid)} is there ${times} times`);
  const canceled = new Set(orders.filter((order) => order[CANCELED] === true).map((order) => order[ID]));
  for (const id of claims.canceled) {
    if (!canceled.has(id)) faults.push(`order ${id} was acknowledged as canceled and isn't`);
  }
  const nonces = counted(entries.map((entry) => (entry[SIGNATURE] as { nonce?: number } | null)?.nonce));
  for (const nonce of claims.withdrawals) {
    const times = nonces.get(nonce) ?? 0;
    if (times !== 1) faults.push(`withdrawal ${nonce} was acknowledged and is there ${times} times`);
  }
  return faults.map((fault) => `${address}: ${fault}`);
}
