import { assert } from '@exchange/core/kernel';
import type { Applied, AppliedMark } from '@exchange/core/ledger';
import { entryType, tradeRole } from '@exchange/core/message';
import {
  addressBytesColumn,
  amountColumn,
  booleanColumn,
  choiceColumn,
  defineTable,
  entryIdColumn,
  hashBytesColumn,
  integerColumn,
  jsonColumn,
  marketIdColumn,
  monthOf,
  nullable,
  OPEN_PERIOD,
  periodColumn,
  primary,
  type RowOf,
  shortIntegerColumn,
  storeAs,
  textColumn,
} from '@exchange/platform';
import { type EntryRow, entryTable } from '../tables/entry-table';

/**
 * Ledger entries as they lie in Postgres: those that are open, and the others by the month in which they were made. Of a
 * trade, its cause and changes are columns; of others they are JSON.
 */
const entryRecordTable = defineTable('entry_record', {
  id: primary(entryIdColumn),
  period: periodColumn,
  account: addressBytesColumn,
  type: choiceColumn(...entryType.words),
  market: nullable(marketIdColumn),
  /** What the columns of a trade don't say; of others, everything. */
  cause: nullable(jsonColumn()),
  changes: nullable(jsonColumn()),
  applied: nullable(jsonColumn<readonly Applied[]>()),
  tradeId: nullable(integerColumn),
  role: nullable(choiceColumn(...tradeRole.words)),
  digest: nullable(hashBytesColumn),
  /** Null when it is the account. */
  signer: nullable(addressBytesColumn),
  soldToken: nullable(addressBytesColumn),
  boughtToken: nullable(addressBytesColumn),
  sold: nullable(amountColumn),
  bought: nullable(amountColumn),
  fee: nullable(amountColumn),
  rebate: nullable(amountColumn),
  rebateInBought: nullable(booleanColumn),
  volume: nullable(amountColumn),
  volumeHour: nullable(integerColumn),
  madeAt: nullable(integerColumn),
  knownBlockTime: nullable(integerColumn),
  /** The marks of both changes of a trade, as digits of base 3 from 1 on: -1 is 0. */
  marks: nullable(shortIntegerColumn),
  transaction: nullable(hashBytesColumn),
  blockNumber: nullable(integerColumn),
  blockHash: nullable(hashBytesColumn),
  canceled: booleanColumn,
  nonce: nullable(integerColumn),
  deadline: nullable(integerColumn),
  description: textColumn,
  createdAt: integerColumn,
  updatedAt: integerColumn,
});
type EntryRecord = RowOf<typeof entryRecordTable>;

const MARKS_OF_TRADE = 2;
const FIGURES = 3;

const marksOf = (applied: readonly Applied[]): number | null =>
  applied.length === MARKS_OF_TRADE
    ? applied.flat().reduce((code: number, mark) => code * 3 + mark + 1, 0)
    : null;

function appliedOf(marks: number): Applied[] {
  const digits: AppliedMark[] = [];
  for (let rest = marks; digits.length < MARKS_OF_TRADE * FIGURES; rest = Math.floor(rest / 3)) {
    digits.unshift(((rest % 3) - 1) as AppliedMark);
  }
  return [digits.slice(0, FIGURES), digits.slice(FIGURES)] as unknown as Applied[];
}

/** A trade's cause as its row has it: amounts are decimal texts. */
interface TradeCause {
  readonly kind: 'trade';
  readonly tradeId: number;
  readonly role: NonNullable<EntryRecord['role']>;
  readonly digest: NonNullable<EntryRecord['digest']>;
  readonly signer: EntryRecord['account'];
  readonly soldToken: EntryRecord['account'];
  readonly boughtToken: EntryRecord['account'];
  readonly sold: string;
  readonly bought: string;
  readonly fee: string;
  readonly rebate: string;
  readonly rebateInBought: boolean;
  readonly volume?: string;
  readonly volumeHour?: number;
  readonly madeAt?: number;
  readonly knownBlockTime?: number;
}

/** What follows from a trade: sold and bought, with a rebate as a negative fee of the token it is paid in. */
function changesOf(cause: TradeCause): object[] {
  const [sold, bought, fee, rebate] = [cause.sold, cause.bought, cause.fee, cause.rebate].map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const soldFees = cause.rebateInBought ? 0n : -rebate;
  const boughtFees = cause.rebateInBought ? fee - rebate : fee;
  return [change(cause.soldToken, -sold, soldFees), change(cause.boughtToken, bought, boughtFees)];
}

const change = (token: string, amount: bigint, fees: bigint) => ({
  token,
  amount: amount.toString(),
  fees: fees.toString(),
  net: (amount - fees).toString(),
});

const NO_TRADE = {
  ...{
    tradeId: null,
    role: null,
    digest: null,
    signer: null,
    soldToken: null,
    boughtToken: null,
    sold: null,
  },
  ...{ bought: null, fee: null, rebate: null, rebateInBought: null, volume: null, volumeHour: null },
  ...{ madeAt: null, knownBlockTime: null, marks: null },
};

function store({ open, ...row }: EntryRow): EntryRecord {
  const period = open ? OPEN_PERIOD : monthOf(row.createdAt);
  const cause = row.cause as TradeCause | { readonly kind: string };
  return isTrade(cause) ? { ...row, period, ...tradeColumns(row, cause) } : { ...row, period, ...NO_TRADE };
}

const isTrade = (cause: TradeCause | { readonly kind: string }): cause is TradeCause =>
  cause.kind === 'trade';

function tradeColumns(row: Omit<EntryRow, 'open'>, { kind: _, ...cause }: TradeCause) {
  const { tradeId, role, digest, signer, soldToken, boughtToken, sold, bought, fee, rebate, ...others } =
    cause;
  const { rebateInBought, volume, volumeHour, madeAt, knownBlockTime, ...more } = others;
  const marks = marksOf(row.applied);
  const followsFromCause =
    JSON.stringify(row.changes) === JSON.stringify(changesOf({ kind: 'trade', ...cause }));
  return {
    ...{ tradeId, role, digest, soldToken, boughtToken, rebateInBought, marks },
    signer: signer === row.account ? null : signer,
    ...{ sold: BigInt(sold), bought: BigInt(bought), fee: BigInt(fee), rebate: BigInt(rebate) },
    volume: volume === undefined ? null : BigInt(volume),
    ...{ volumeHour: volumeHour ?? null, madeAt: madeAt ?? null, knownBlockTime: knownBlockTime ?? null },
    cause: Object.keys(more).length === 0 ? null : more,
    changes: followsFromCause ? null : row.changes,
    applied: marks === null ? row.applied : null,
  };
}

function read(record: EntryRecord): EntryRow {
  const { period, tradeId, role, digest, signer, soldToken, boughtToken, sold, bought, fee, ...others } =
    record;
  const { rebate, rebateInBought, volume, volumeHour, madeAt, knownBlockTime, marks, ...row } = others;
  const open = period === OPEN_PERIOD;
  if (tradeId === null) {
    assert(row.changes !== null && row.applied !== null, `entry ${row.id} has changes with marks`);
    return { ...row, changes: row.changes, applied: row.applied, open };
  }
  const cause = {
    ...{ kind: 'trade', tradeId, role, digest, signer: signer ?? row.account, soldToken, boughtToken },
    ...{ sold: `${sold}`, bought: `${bought}`, fee: `${fee}`, rebate: `${rebate}`, rebateInBought },
    ...(volume !== null && { volume: volume.toString() }),
    ...(volumeHour !== null && { volumeHour }),
    ...(madeAt !== null && { madeAt }),
    ...(knownBlockTime !== null && { knownBlockTime }),
    ...(row.cause as object | null),
  } as TradeCause;
  const changes = row.changes ?? changesOf(cause);
  return { ...row, open, cause, changes, applied: row.applied ?? appliedOf(marks ?? 0) };
}

storeAs(entryTable, {
  table: entryRecordTable,
  store: (rows) => rows.map(store),
  read,
  where: ({ open, ...where }) => ({ ...where, ...(open === true && { period: OPEN_PERIOD }) }),
});
