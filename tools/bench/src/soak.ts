import { address, amount, orderId } from '@exchange/core/kernel';
import { applyCancel, applyPlace, fastBook, PackedOrder } from '@exchange/core/matching';
import type { MarketInputOf } from '@exchange/core/message';
import { bytesInUse } from './book-growth';
import { benchMarket, commandOf } from './flow';

/** Orders that stay, among which the others come and go. */
const RESTING = 20_000;
const AT = 1_700_000_000_000;
const PRICES = 1_000;
/** An order stays open while so many others come. */
const OPEN = 5_000;

export interface Soaked {
  readonly placed: number;
  readonly bytes: number;
}

/** Places orders and cancels each some thousand later; tells the memory in use at every tenth of them. */
export function soak(orders: number): readonly Soaked[] {
  const book = fastBook();
  const state = benchMarket(book);
  const packed = new PackedOrder(book);
  const owner = address(`0x${'7'.padStart(40, '0')}`);
  const command = (id: number): MarketInputOf<'place'> => {
    const price = 40_000 + (id % PRICES);
    const step = { kind: 'limit', id, side: 'sell', price, size: 1 + (id % 100) } as const;
    return {
      ...(commandOf(step, AT) as MarketInputOf<'place'>),
      account: owner,
      sellBook: amount(10n ** 18n),
    };
  };
  const place = (id: number) => applyPlace(state, packed.pack(command(id)), AT);
  const cancel = (id: number) =>
    applyCancel(state, { kind: 'cancel', orderId: orderId(id), account: owner, reason: 'owner' }, AT);
  for (let id = 1; id <= RESTING; id += 1) place(id);
  const seen: Soaked[] = [];
  for (let count = 1; count <= orders; count += 1) {
    place(RESTING + count);
    if (count > OPEN) cancel(RESTING + count - OPEN);
    if (count % (orders / 10) === 0) seen.push({ placed: count, bytes: bytesInUse() });
  }
  if (book.size !== RESTING + OPEN) throw new Error(`${book.size} orders are left`);
  return seen;
}
