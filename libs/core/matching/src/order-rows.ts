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
import { type CarriedFees, EXECUTIONS, type OpenOrder } from './open-order';
import { orderFromSnapshot, orderToSnapshot, type OrderSnapshot } from './order-snapshot';

/** So that no text becomes long, and accounts and fee terms are near to who has them. */
const ROWS_MAX = 1_000;

/**
 * Orders without a stop or a peg in a snapshot, in the order in which they come next. A row is a line of numbers between
 * commas, as `rowOf` writes it; accounts and fee terms are numbered by where they stand here.
 */
export interface OrderRows {
  readonly accounts: readonly string[];
  readonly fees: readonly CarriedFees[];
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
    else for (const row of item.rows.split('\n')) yield orderOf(row, item);
  }
}

/** Rows that are being written. */
class Block {
  private readonly rows: string[] = [];
  private readonly accounts = new Map<string, number>();
  private readonly fees = new Map<string, number>();
  private readonly terms: CarriedFees[] = [];

  get size(): number {
    return this.rows.length;
  }

  add(order: OpenOrder): void {
    this.rows.push(rowOf(order, numberOf(this.accounts, order.account), this.numberOfFees(order.fees)));
  }

  toRows(): OrderRows {
    return { accounts: [...this.accounts.keys()], fees: this.terms, rows: this.rows.join('\n') };
  }

  private numberOfFees({ makerPpm, takerPpm, settlementFee, rebateToken }: CarriedFees): number {
    const number = numberOf(this.fees, `${makerPpm},${takerPpm},${settlementFee},${rebateToken}`);
    this.terms[number] ??= { makerPpm, takerPpm, settlementFee, rebateToken };
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
const FIELDS = 12;

/** What most orders have as it was signed is left out. */
function rowOf(order: OpenOrder, account: number, fees: number): string {
  const { orderId, rateKey, leaveAt, sellAmount, buyAmount, sold, sellBook, buyBook, held } = order;
  const traits =
    (order.side === 'sell' ? SELLS : 0) |
    (order.hidden ? HIDDEN : 0) |
    (EXECUTIONS.indexOf(order.execution) << EXECUTION_SHIFT);
  const signed = `${orderId},${traits},${rateKey},${leaveAt},${account},${fees},${sellAmount},${buyAmount}`;
  return `${signed},${unless(sold, 0n)},${unless(sellBook, sellAmount)},${unless(buyBook, buyAmount)},${unless(held, sellBook)}`;
}

const unless = (value: bigint, usual: bigint): string => (value === usual ? '' : value.toString());

function orderOf(row: string, { accounts, fees }: OrderRows): OpenOrder {
  const fields = row.split(',');
  assert(fields.length === FIELDS, `malformed row of an order: ${row}`);
  const [id, traitText, rate, leaveAt, account, feeTerms] = fields;
  const [sell = '', buy = '', sold = '', sellBookText = '', buyBook = '', held = ''] = fields.slice(6);
  const traits = Number(traitText);
  const sellAmount = amountFrom(sell);
  const buyAmount = amountFrom(buy);
  const sellBook = amountOr(sellBookText, sellAmount);
  return {
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
    leaveAt: Number(leaveAt),
    fees: present(fees[Number(feeTerms)], 'fee terms'),
    hidden: (traits & HIDDEN) !== 0,
    execution: EXECUTIONS[traits >> EXECUTION_SHIFT],
    stopRateKey: undefined,
    peg: undefined,
  };
}

const amountOr = (text: string, usual: TokenAmount): TokenAmount => (text === '' ? usual : amountFrom(text));
