import { FIRST_FEES } from '@exchange/core/ledger';
import { feeRows } from '@exchange/core/message';
import type { MemoryStore } from '@exchange/test/kit';
import type { AskedFees } from '../actors/asked-fees';
import { FEE_SCHEDULE } from '../services/build-services';
import { check } from './finding';

/** What partitions number their orders by: an id is the partition and a number of its own. */
const ORDERS_OF_PARTITION = 2 ** 47;

/** Rates of the only tier there is, in parts per million. */
interface Rates {
  readonly makerPpm: number;
  readonly takerPpm: number;
}

interface Side {
  readonly tradeId: number;
  readonly orderId: number;
  readonly role: 'maker' | 'taker';
  readonly feePpm: number;
  readonly feeVersion: number | null;
}

const rowsOf = <R>(store: MemoryStore, table: string): readonly R[] =>
  [...store.table(table).values()] as unknown as readonly R[];

/**
 * The rates of both sides of each trade, found anew: by the version that each side names, which must be one that was asked for, and
 * one that its order can have: accepted by it, as the starts of its partition say, or edited later.
 */
export class FeeRates {
  private readonly versions: ReadonlyMap<number, Rates>;
  private readonly sides: ReadonlyMap<string, Side>;

  constructor(account: MemoryStore, asked: readonly AskedFees[]) {
    this.versions = versionsOf(account, asked);
    const sides = rowsOf<Side>(account, 'user_trade');
    this.sides = new Map(sides.map((side) => [`${side.tradeId} ${side.role}`, side]));
    const placedBy = placements(account);
    const orders = rowsOf<{ id: number; fees: { version?: number } }>(account, 'orders');
    const latest = new Map(orders.map(({ id, fees }) => [id, fees.version ?? FIRST_FEES]));
    for (const [id, version] of latest)
      check(version >= placedBy(id), () => `order ${id}: fees ${version}, accepted by ${placedBy(id)}`);
    for (const { tradeId, orderId, feeVersion } of sides) {
      const version = feeVersion ?? FIRST_FEES;
      const isPossible = version >= placedBy(orderId) && version <= (latest.get(orderId) ?? 0);
      check(isPossible, () => `trade ${tradeId}: its order ${orderId} never had fees ${version}`);
    }
  }

  /** Parts per million of what the side of a trade bought. */
  of(tradeId: number, role: 'maker' | 'taker'): bigint {
    const side = this.sides.get(`${tradeId} ${role}`);
    const rates = this.versions.get(side?.feeVersion ?? FIRST_FEES);
    const ppm = role === 'maker' ? rates?.makerPpm : rates?.takerPpm;
    check(ppm !== undefined && side?.feePpm === ppm, () => `the ${role} of trade ${tradeId}: wrong rate`);
    return BigInt(ppm ?? 0);
  }
}

function versionsOf(account: MemoryStore, asked: readonly AskedFees[]): ReadonlyMap<number, Rates> {
  const stored = rowsOf<{ version: number; rows: unknown; startsAt: number }>(account, 'fee_version');
  return new Map(
    stored.map(({ version, rows, startsAt }) => {
      const [row] = feeRows.read(rows as never);
      const known =
        version === FIRST_FEES ? FEE_SCHEDULE : asked.find((one) => one.startsAt === startsAt)?.rows;
      const isAsked =
        row !== undefined && row.makerPpm === known?.[0]?.makerPpm && row.takerPpm === known[0].takerPpm;
      check(isAsked, () => `nobody asked for fees ${version}`);
      return [version, row as Rates];
    }),
  );
}

/** By which version an order was accepted. */
function placements(account: MemoryStore): (orderId: number) => number {
  const starts = rowsOf<{ partition: number; version: number; ordersBefore: number }>(account, 'fee_start');
  return (orderId) => {
    const [partition, number] = [Math.floor(orderId / ORDERS_OF_PARTITION), orderId % ORDERS_OF_PARTITION];
    const before = starts.filter((start) => start.partition === partition && start.ordersBefore < number);
    return Math.max(...before.map(({ version }) => version));
  };
}
