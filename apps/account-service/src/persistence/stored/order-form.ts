import { EXECUTIONS, type FeeTerms, side, signatureFormat } from '@exchange/core/message';
import {
  addressBytesColumn,
  amountColumn,
  booleanColumn,
  choiceColumn,
  defineTable,
  hashBytesColumn,
  integerColumn,
  jsonColumn,
  marketIdColumn,
  monthOf,
  nullable,
  OPEN_PERIOD,
  orderIdColumn,
  periodColumn,
  primary,
  rateKeyColumn,
  type RowOf,
  shortIntegerColumn,
  storeAs,
  textColumn,
  tokenAmountColumn,
} from '@exchange/platform';
import { type OrderRow, orderTable } from '../tables/order-tables';

/** Orders as they lie in Postgres: those that are open, and the others by the month in which they were placed. */
const orderRecordTable = defineTable('order_record', {
  id: primary(orderIdColumn),
  period: periodColumn,
  account: addressBytesColumn,
  cid: nullable(integerColumn),
  /** Null when it is the digest, which was signed then. */
  hash: nullable(hashBytesColumn),
  digest: hashBytesColumn,
  packedHash: nullable(hashBytesColumn),
  market: marketIdColumn,
  side: choiceColumn(...side.words),
  sellToken: addressBytesColumn,
  sellAmount: tokenAmountColumn,
  buyToken: addressBytesColumn,
  buyAmount: tokenAmountColumn,
  expiry: integerColumn,
  nonce: integerColumn,
  signatureV: shortIntegerColumn,
  signatureR: hashBytesColumn,
  signatureS: hashBytesColumn,
  format: choiceColumn(...signatureFormat.words),
  /** Null when it is the account. */
  signer: nullable(addressBytesColumn),
  sellRemaining: tokenAmountColumn,
  buyRemaining: tokenAmountColumn,
  sellBook: tokenAmountColumn,
  buyBook: tokenAmountColumn,
  held: tokenAmountColumn,
  editHeld: nullable(tokenAmountColumn),
  rateKey: rateKeyColumn,
  hidden: booleanColumn,
  stopRateKey: nullable(rateKeyColumn),
  peg: nullable(jsonColumn()),
  makerPpm: shortIntegerColumn,
  takerPpm: shortIntegerColumn,
  settlementFee: amountColumn,
  rebateToken: choiceColumn(...side.words),
  expiresAt: { ...integerColumn, name: 'leave_at' },
  cancelAsked: booleanColumn,
  canceled: booleanColumn,
  info: textColumn,
  execution: nullable(choiceColumn(...EXECUTIONS, 'none')),
  via: nullable(textColumn),
  placedAt: integerColumn,
  lastActiveAt: integerColumn,
});
type OrderRecord = RowOf<typeof orderRecordTable>;

/** Fees as their codec writes them. */
type WrittenFees = Omit<FeeTerms, 'settlementFee'> & { readonly settlementFee: string };

function store({ active, fees, ...row }: OrderRow): OrderRecord {
  const { makerPpm, takerPpm, settlementFee, rebateToken } = fees as WrittenFees;
  return {
    ...row,
    period: active ? OPEN_PERIOD : monthOf(row.placedAt),
    hash: row.hash === row.digest ? null : row.hash,
    signer: row.signer === row.account ? null : row.signer,
    // Only of what is open it matters which connection placed it.
    via: active ? row.via : null,
    ...{ makerPpm, takerPpm, settlementFee: BigInt(settlementFee), rebateToken },
  };
}

function read(record: OrderRecord): OrderRow {
  const { period, makerPpm, takerPpm, settlementFee, rebateToken, ...row } = record;
  const fees: WrittenFees = { makerPpm, takerPpm, settlementFee: settlementFee.toString(), rebateToken };
  return {
    ...row,
    active: period === OPEN_PERIOD,
    hash: row.hash ?? row.digest,
    signer: row.signer ?? row.account,
    fees,
  };
}

storeAs(orderTable, {
  table: orderRecordTable,
  store: (rows) => rows.map(store),
  read,
  where: ({ active, ...where }) => ({ ...where, ...(active === true && { period: OPEN_PERIOD }) }),
});
