import { address, amount, orderId } from '@exchange/core/kernel';
import { applyCommand, type MarketCommand } from '@exchange/core/matching';
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
  const state = benchMarket();
  const owner = address(`0x${'7'.padStart(40, '0')}`);
  const command = (id: number): MarketCommand => {
    const price = 40_000 + (id % PRICES);
    const step = { kind: 'limit', id, side: 'sell', price, size: 1 + (id % 100) } as const;
    return {
      ...(commandOf(step, AT) as MarketCommand & { kind: 'place' }),
      account: owner,
      sellBook: amount(10n ** 18n),
    };
  };
  const place = (id: number) => applyCommand(state, command(id));
  const cancel = (id: number) =>
    applyCommand(state, { kind: 'cancel', orderId: orderId(id), account: owner, reason: 'owner', at: AT });
  for (let id = 1; id <= RESTING; id += 1) place(id);
  const seen: Soaked[] = [];
  for (let count = 1; count <= orders; count += 1) {
    place(RESTING + count);
    if (count > OPEN) cancel(RESTING + count - OPEN);
    if (count % (orders / 10) === 0) seen.push({ placed: count, bytes: bytesInUse() });
  }
  if (state.book.size !== RESTING + OPEN) throw new Error(`${state.book.size} orders are left`);
  return seen;
}
