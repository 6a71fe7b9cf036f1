import {
  address,
  amountFrom,
  assert,
  orderId,
  present,
  rateKey,
  type TokenAmount,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import { type FeeTerms, feeTerms } from '@exchange/core/message';
import { impliedBought, type OpenOrder } from '../order/open-order';
import { executionAt, executionCode } from '../tape/codes';
import { orderFromSnapshot, orderToSnapshot, type OrderSnapshot } from './order-snapshot';

/** So that no text becomes long, and accounts and fee terms are near to who has them. */
const ROWS_MAX = 1_000;

/**
 * Orders without a stop or a peg in a snapshot, in the order in which they come next. A row is a line of numbers between
 * commas, as `rowOf` writes it; accounts and fee terms are numbered by where they stand here.
 */
export interface OrderRows {
  readonly accounts: readonly string[];
  /** JSON of fee terms. */
  readonly fees: readonly unknown[];
  readonly rows: string;
}

/** Orders of a snapshot: rows of many, and by themselves those that have a stop or a peg. Version 1 had no rows. */
export type ListedOrders = readonly (OrderSnapshot | OrderRows)[];

/** Equal orders give equal text. */
export function packOrders(orders: Iterable<OpenOrder>): ListedOrders {
  const items: (OrderSnapshot | OrderRows)[] = [];
  let block = new Block();
  const end = () => {
    if (block.size > 0) items.push(block.toRows());
    block = new Block();
  };
  for (const order of orders) {
    if (order.stopRateKey === undefined && order.peg === undefined) block.add(order);
    else {
      end();
      items.push(orderToSnapshot(order));
    }
    if (block.size === ROWS_MAX) end();
  }
  end();
  return items;
}

/** The orders that were packed. Throws a DefectError on anything else. */
export function* unpackOrders(items: ListedOrders): Iterable<OpenOrder> {
  for (const item of items) {
    if (!('rows' in item)) yield orderFromSnapshot(item);
    else {
      const fees = item.fees.map((terms) => feeTerms.read(terms));
      for (const row of item.rows.split('\n')) yield orderOf(row, item.accounts, fees);
    }
  }
}

/** Rows that are being written. */
class Block {
  private readonly rows: string[] = [];
  private readonly accounts = new Map<string, number>();
  private readonly fees = new Map<string, number>();
  private readonly terms: unknown[] = [];

  get size(): number {
    return this.rows.length;
  }

  add(order: OpenOrder): void {
    this.rows.push(rowOf(order, numberOf(this.accounts, order.account), this.numberOfFees(order.fees)));
  }

  toRows(): OrderRows {
    return { accounts: [...this.accounts.keys()], fees: this.terms, rows: this.rows.join('\n') };
  }

  private numberOfFees(fees: FeeTerms): number {
    const { makerPpm, takerPpm, settlementFee, rebateToken, version } = fees;
    const key = `${makerPpm},${takerPpm},${settlementFee},${rebateToken},${version}`;
    const number = numberOf(this.fees, key);
    this.terms[number] ??= feeTerms.write(fees);
    return number;
  }
}

function numberOf(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

const SELLS = 1;
const HIDDEN = 2;
const EXECUTION_SHIFT = 2;
const FIELDS = 13;
/** Rows that are older than versions of the rules don't say what was bought. */
const FIELDS_BEFORE = 12;

/** What most orders have as it was signed is left out. */
function rowOf(order: OpenOrder, account: number, fees: number): string {
  const { orderId, rateKey, expiresAt, sellAmount, buyAmount, sold, bought } = order;
  const { sellBook, buyBook, held } = order;
  const traits =
    (order.side === 'sell' ? SELLS : 0) |
    (order.hidden ? HIDDEN : 0) |
    (executionCode(order.execution) << EXECUTION_SHIFT);
  const signed = `${orderId},${traits},${rateKey},${expiresAt},${account},${fees},${sellAmount},${buyAmount}`;
  return `${signed},${unless(sold, 0n)},${unless(sellBook, sellAmount)},${unless(buyBook, buyAmount)},${unless(held, sellBook)},${unless(bought, 0n)}`;
}

const unless = (value: bigint, plain: bigint): string => (value === plain ? '' : value.toString());

function orderOf(row: string, accounts: readonly string[], fees: readonly FeeTerms[]): OpenOrder {
  const fields = row.split(',');
  const isWell = fields.length === FIELDS || fields.length === FIELDS_BEFORE;
  assert(isWell, `malformed row of an order: ${row}`);
  const [id, traitText, rate, expiresAt, account, terms] = fields;
  const [sell = '', buy = '', sold = '', sellBookText = '', buyBook = '', held = '', bought] =
    fields.slice(6);
  const traits = Number(traitText);
  const sellAmount = amountFrom(sell);
  const buyAmount = amountFrom(buy);
  const sellBook = amountOr(sellBookText, sellAmount);
  const order = {
    orderId: orderId(Number(id)),
    account: address(present(accounts[Number(account)], 'an account')),
    side: (traits & SELLS) === 0 ? 'buy' : 'sell',
    sellAmount,
    buyAmount,
    sold: amountOr(sold, ZERO_AMOUNT),
    sellBook,
    buyBook: amountOr(buyBook, buyAmount),
    held: amountOr(held, sellBook),
    rateKey: rateKey(Number(rate)),
    expiresAt: Number(expiresAt),
    fees: present(fees[Number(terms)], 'fee terms'),
    hidden: (traits & HIDDEN) !== 0,
    execution: executionAt(traits >> EXECUTION_SHIFT),
    stopRateKey: undefined,
    peg: undefined,
  } as const;
  return { ...order, bought: bought === undefined ? impliedBought(order) : amountOr(bought, ZERO_AMOUNT) };
}

const amountOr = (text: string, signed: TokenAmount): TokenAmount =>
  text === '' ? signed : amountFrom(text);
