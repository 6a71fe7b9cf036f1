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

/** One of an entry's changes as its row has it. */
interface ChangeText {
  readonly token: string;
  readonly amount: string;
  readonly fees: string;
  readonly net: string;
}

/** What follows from a trade: sold and bought, with a rebate as a negative fee of the token it is paid in. */
function changesOf(cause: TradeCause): ChangeText[] {
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

const change = (token: string, amount: bigint, fees: bigint): ChangeText => ({
  token,
  amount: amount.toString(),
  fees: fees.toString(),
  net: (amount - fees).toString(),
});

const areSame = (stored: readonly ChangeText[], others: readonly ChangeText[]): boolean =>
  stored.length === others.length && stored.every((one, index) => isSame(one, others[index]));

const isSame = (one: ChangeText, other: ChangeText | undefined): boolean =>
  one.token === other?.token &&
  one.amount === other.amount &&
  one.fees === other.fees &&
  one.net === other.net;

type TradeColumns = Omit<EntryRecord, keyof EntryRow | 'period'> &
  Pick<EntryRecord, 'cause' | 'changes' | 'applied'>;

function store(row: EntryRow): EntryRecord {
  const cause = row.cause as TradeCause | { readonly kind: string };
  const trade = isTrade(cause) ? tradeColumns(row, cause) : noTrade(row);
  return {
    id: row.id,
    period: row.open ? OPEN_PERIOD : monthOf(row.createdAt),
    account: row.account,
    type: row.type,
    market: row.market,
    cause: trade.cause,
    changes: trade.changes,
    applied: trade.applied,
    tradeId: trade.tradeId,
    role: trade.role,
    digest: trade.digest,
    signer: trade.signer,
    soldToken: trade.soldToken,
    boughtToken: trade.boughtToken,
    sold: trade.sold,
    bought: trade.bought,
    fee: trade.fee,
    rebate: trade.rebate,
    rebateInBought: trade.rebateInBought,
    volume: trade.volume,
    volumeHour: trade.volumeHour,
    madeAt: trade.madeAt,
    knownBlockTime: trade.knownBlockTime,
    marks: trade.marks,
    transaction: row.transaction,
    blockNumber: row.blockNumber,
    blockHash: row.blockHash,
    canceled: row.canceled,
    nonce: row.nonce,
    deadline: row.deadline,
    description: row.description,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

const isTrade = (cause: TradeCause | { readonly kind: string }): cause is TradeCause =>
  cause.kind === 'trade';

function tradeColumns(row: EntryRow, cause: TradeCause): TradeColumns {
  const {
    kind: _,
    tradeId,
    role,
    digest,
    signer,
    soldToken,
    boughtToken,
    sold,
    bought,
    fee,
    rebate,
    ...others
  } = cause;
  const { rebateInBought, volume, volumeHour, madeAt, knownBlockTime, ...more } = others;
  const marks = marksOf(row.applied);
  return {
    cause: Object.keys(more).length === 0 ? null : more,
    changes: areSame(row.changes as readonly ChangeText[], changesOf(cause)) ? null : row.changes,
    applied: marks === null ? row.applied : null,
    tradeId,
    role,
    digest,
    signer: signer === row.account ? null : signer,
    soldToken,
    boughtToken,
    sold: BigInt(sold),
    bought: BigInt(bought),
    fee: BigInt(fee),
    rebate: BigInt(rebate),
    rebateInBought,
    volume: volume === undefined ? null : BigInt(volume),
    volumeHour: volumeHour ?? null,
    madeAt: madeAt ?? null,
    knownBlockTime: knownBlockTime ?? null,
    marks,
  };
}

const noTrade = ({ cause, changes, applied }: EntryRow): TradeColumns => ({
  ...{ cause, changes, applied },
  tradeId: null,
  role: null,
  digest: null,
  signer: null,
  soldToken: null,
  boughtToken: null,
  sold: null,
  bought: null,
  fee: null,
  rebate: null,
  rebateInBought: null,
  volume: null,
  volumeHour: null,
  madeAt: null,
  knownBlockTime: null,
  marks: null,
});

function read(record: EntryRecord): EntryRow {
  const { tradeId } = record;
  const whole = { cause: record.cause, changes: record.changes, applied: record.applied };
  const { cause, changes, applied } = tradeId === null ? whole : tradeOf(record);
  assert(changes !== null && applied !== null, `entry ${record.id} has changes with marks`);
  return {
    id: record.id,
    account: record.account,
    type: record.type,
    cause,
    market: record.market,
    changes,
    applied,
    transaction: record.transaction,
    blockNumber: record.blockNumber,
    blockHash: record.blockHash,
    canceled: record.canceled,
    open: record.period === OPEN_PERIOD,
    nonce: record.nonce,
    deadline: record.deadline,
    description: record.description,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}

function tradeOf(record: EntryRecord) {
  const { tradeId, role, digest, signer, account, soldToken, boughtToken, sold, bought, fee, rebate } =
    record;
  const { rebateInBought, volume, volumeHour, madeAt, knownBlockTime, marks } = record;
  const cause = {
    ...{ kind: 'trade', tradeId, role, digest, signer: signer ?? account, soldToken, boughtToken },
    ...{ sold: `${sold}`, bought: `${bought}`, fee: `${fee}`, rebate: `${rebate}`, rebateInBought },
    ...(volume !== null && { volume: volume.toString() }),
    ...(volumeHour !== null && { volumeHour }),
    ...(madeAt !== null && { madeAt }),
    ...(knownBlockTime !== null && { knownBlockTime }),
    ...(record.cause as object | null),
  } as TradeCause;
  const changes = record.changes ?? changesOf(cause);
  return { cause, changes, applied: record.applied ?? appliedOf(marks ?? 0) };
}

storeAs(entryTable, {
  table: entryRecordTable,
  store: (rows) => rows.map(store),
  read,
  where: ({ open, ...where }) => ({ ...where, ...(open === true && { period: OPEN_PERIOD }) }),
});
