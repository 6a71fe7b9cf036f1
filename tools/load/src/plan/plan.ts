import { buildTerms, DEFAULT_LIFETIME_S, type OrderWish } from '@exchange/client';
import { address, present } from '@exchange/core/kernel';
import { termsText } from '@exchange/core/order';
import type { ConfigObject, Listed, ListedMarket } from '@exchange/core/wire';
import { MARKET } from '../../../kit/clients/accounts';
import { seededRandom } from '../../../kit/random';
import type { LoadClient } from '../../../kit/clients/crowd';

/** Of each order, in whole ETH; above the market's minimums at every rate below. */
const AMOUNT = '0.01';
const LEVELS = 50;
/** Ten tenths in floating point, and a little less. */
const WHOLE = 1 - 1e-9;
/** A canceled order rests so many orders before its cancel comes, and never meets another. */
const CANCEL_AFTER_MS = 500;

/** What a load is made of. */
export interface Shape {
  readonly orders: number;
  /** Orders a second; decides after how many orders a cancel comes. */
  readonly rate: number;
  /** Part of the orders that take one that rests; the others rest. */
  readonly crossing: number;
  /** Part of the orders that are canceled half a second later. */
  readonly cancels: number;
  readonly accounts: number;
  readonly seed: number;
}

/** A command that is ready to be sent: its frame, its rid being its position in the plan. */
export interface LoadStep {
  readonly client: LoadClient;
  readonly frame: string;
  readonly isCancel: boolean;
  /** An order that takes one that rests. */
  readonly crosses: boolean;
  /** The order's CID: of the order that is placed, or that is canceled. */
  readonly cid: number;
}

type Wish = Omit<OrderWish, 'market' | 'amount'> & { readonly role: 'maker' | 'taker' };

/** Sides and rates, order by order: resting orders, each soon taken by somebody else's. */
function* wishes({ crossing, cancels, seed }: Shape): Generator<Wish & { canceled: boolean }> {
  const random = seededRandom(seed);
  let [taking, canceling] = [0, 0];
  const sides: Wish['side'][] = [];
  for (;;) {
    canceling += cancels;
    taking += crossing;
    const side = random.pick<Wish['side']>(['sell', 'buy']);
    if (canceling >= WHOLE) {
      canceling -= 1;
      yield { role: 'maker', canceled: true, side, rate: side === 'sell' ? '330' : '270' };
    } else if (taking >= WHOLE && sides.length > 0) {
      taking -= 1;
      const taken = sides.shift();
      const taker = taken === 'sell' ? 'buy' : 'sell';
      yield { role: 'taker', canceled: false, side: taker, rate: taker === 'buy' ? '303' : '297' };
    } else {
      sides.push(side);
      const away = random.between(1, LEVELS);
      const rate = side === 'sell' ? 30_000 + away : 30_000 - away;
      yield { role: 'maker', canceled: false, side, rate: (rate / 100).toFixed(2) };
    }
  }
}

/**
 * Signs a load. Accounts of even number make, the others take, so that nobody meets an order of its own. CIDs and nonces
 * count from `first`.
 */
export function plan(
  shape: Shape,
  clients: readonly LoadClient[],
  { config, listed, first }: { config: ConfigObject; listed: Listed<ListedMarket>; first: number },
): LoadStep[] {
  const { name, chainId, contractAddress } = config;
  const domain = { name, chainId, contract: address(contractAddress) };
  const expiry = Math.floor(Date.now() / 1000) + DEFAULT_LIFETIME_S;
  const clientsOf = {
    maker: clients.filter((_, at) => (at % shape.accounts) % 2 === 0),
    taker: clients.filter((_, at) => (at % shape.accounts) % 2 === 1),
  };
  const turn = { maker: 0, taker: 0 };
  const steps: LoadStep[] = [];
  const cancels: { readonly due: number; readonly client: LoadClient; readonly cid: number }[] = [];
  const cancelAfter = Math.max(1, Math.round((shape.rate * CANCEL_AFTER_MS) / 1000));
  const addCancels = (order: number) => {
    for (let next = cancels[0]; next !== undefined && next.due <= order; next = cancels[0]) {
      cancels.shift();
      const { client, cid } = next;
      const frame = JSON.stringify([{ c: 'cancelOrder', cid, rid: steps.length }]);
      steps.push({ client, frame, isCancel: true, crosses: false, cid });
    }
  };
  let order = 0;
  for (const { role, canceled, side, rate } of wishes(shape)) {
    if (order === shape.orders) break;
    const among = clientsOf[role];
    const client = present(among[turn[role]++ % among.length], `a ${role}`);
    const cid = first + order;
    const terms = buildTerms({ market: MARKET, side, amount: AMOUNT, rate }, listed, expiry, cid);
    const command = {
      ...{ c: 'placeOrder', rid: steps.length, market: MARKET, cid },
      ...termsText(terms),
      ...client.key.order(terms, domain),
    };
    steps.push({
      ...{ client, frame: JSON.stringify([command]), cid },
      ...{ isCancel: false, crosses: role === 'taker' },
    });
    order += 1;
    if (canceled) cancels.push({ due: order + cancelAfter, client, cid });
    addCancels(order);
  }
  addCancels(Infinity);
  return steps;
}
