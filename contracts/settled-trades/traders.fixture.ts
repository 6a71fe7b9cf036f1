import {
  type Address,
  amount,
  marketId,
  present,
  type TokenAmount,
  tokenSymbol,
} from '@exchange/core/kernel';
import {
  editOrder,
  type FeeSchedule,
  type LedgerPolicy,
  type Order,
  placeOrder,
  requestCancel,
  type TokenRules,
} from '@exchange/core/ledger';
import {
  canonicalHash,
  digestToSign,
  type Keccak256,
  publicHash,
  type SigningDomain,
} from '@exchange/core/order';
import { type SeededRandom, seededRandom } from '@exchange/test/kit';
import type { TradingFloor } from './trading-floor.fixture';
import { TradingKey } from './trading-key.fixture';
import { CURRENCY_PER_QUOTE, editFor, type PricedListing, rateText, wishFor } from './wishes.fixture';

const ETHER = 10n ** 18n;
const ACCOUNTS = 12;
const DELEGATED = 4;
const WHOLE = 100_000_000n;
const FOREVER = 2 ** 32 - 1;

/** Of the tokens beside ether, which has 18. */
export const TOKEN_DECIMALS = [0, 6, 8, 18, 27, 1, 2];

/** Traded and quote token by their place after ether, and the price of a whole one in 1e-8. */
const MARKETS: readonly (readonly [traded: number, quote: number, price: bigint])[] = [
  [0, 4, WHOLE],
  [1, 2, 370_000_000n],
  [2, 1, 530_000_000n],
  [3, 0, 5_100_000n],
  [5, 3, 300n * WHOLE],
  [1, 5, 20_000n],
  [5, 1, 81_000_000n * WHOLE],
  [4, 2, 1_900n * WHOLE],
  [1, 7, 129n * WHOLE],
  [6, 7, 99_991_000n],
  [7, 1, 123_470_000n],
  [4, 6, 71_000_000n],
];

/** Few of a kind, so that books stay small and moves of the peg cheap. */
const CAPS = { maxOpenOrdersPerMarket: 40, maxStopsPerMarket: 5, maxPegsPerMarket: 3 };

/** The usual rows, and some in which the contract's limit and the taker's fee bound what is charged and given. */
const FEE_SCHEDULE: FeeSchedule = [
  { volume: 0n, makerPpm: 0, takerPpm: 2_500 },
  { volume: 100n * ETHER, makerPpm: -200, takerPpm: 2_000 },
  { volume: 1_000n * ETHER, makerPpm: -500, takerPpm: 1_500 },
  { volume: 2_000n * ETHER, makerPpm: 1_000, takerPpm: 20_000 },
  { volume: 3_000n * ETHER, makerPpm: 25_000, takerPpm: 30_000 },
  { volume: 4_000n * ETHER, makerPpm: -30_000, takerPpm: 19_999 },
  { volume: 5_000n * ETHER, makerPpm: -1_000, takerPpm: 0 },
];

/** What the ledger is told by the operator; the contract has the same limit on fees. */
export const policyFor = (maxFeeBps: number): Partial<LedgerPolicy> => ({
  ...CAPS,
  feeSchedule: FEE_SCHEDULE,
  maxFeeBps,
});

export function pricedListings(tokens: readonly Address[]): PricedListing[] {
  const rules = tokens.map((contract, index): TokenRules => ({
    contract,
    symbol: tokenSymbol(index === 0 ? 'ETH' : `T${index}`),
    decimals: [18, ...TOKEN_DECIMALS][index] ?? 18,
    minOrderAmount: amount(1n),
  }));
  return MARKETS.map(([tradedIndex, quoteIndex, price]) => {
    const traded = present(rules[tradedIndex], 'traded token');
    const quote = present(rules[quoteIndex], 'quote token');
    const id = marketId(`${traded.symbol}${quote.symbol}`);
    return {
      price,
      listing: { id, traded, quote, status: 'open' as const, minOrderAmountQuote: amount(1n) },
    };
  });
}

/** Accounts that place, edit and cancel orders of every kind, all drawn from one seed. */
export class Traders {
  readonly keys: readonly TradingKey[];
  readonly delegates: readonly TradingKey[];
  private readonly random: SeededRandom;
  private nonce = 0;

  constructor(
    seed: string,
    private readonly domain: SigningDomain,
    private readonly keccak: Keccak256,
  ) {
    this.random = seededRandom(seed);
    const drawKeys = (count: number) =>
      Array.from({ length: count }, () => new TradingKey(this.random.bytes(32)));
    this.keys = drawKeys(ACCOUNTS);
    this.delegates = drawKeys(DELEGATED);
  }

  get accounts(): readonly Address[] {
    return this.keys.map(({ address }) => address);
  }

  /** Half of all units that an amount can say to one account, half of the rest to the next, and so on. */
  depositOf(account: number, token: number): TokenAmount {
    return amount(1n << BigInt(127 - ((account + 5 * token) % ACCOUNTS)));
  }

  /** One thing that somebody does. */
  act(floor: TradingFloor, listings: readonly PricedListing[]): void {
    const { random } = this;
    floor.at += random.integer(0, 400);
    const draw = random.integer(0, 99);
    if (draw < 76) this.place(floor, random.pick(listings));
    else if (draw < 88) this.edit(floor, listings);
    else if (draw < 92) this.cancel(floor);
    else if (draw < 94) this.movePeg(floor, random.chance(1 / 10));
    else if (draw < 96) this.changeTier(floor);
    else floor.tellAll({ kind: 'time', now: Math.floor(floor.at / 1000) });
  }

  private place(floor: TradingFloor, priced: PricedListing): void {
    const { random, domain, keccak } = this;
    const { listing } = priced;
    const number = random.integer(0, ACCOUNTS - 1);
    const owner = present(this.keys[number], 'account');
    const delegate = random.chance(1 / 3) ? this.delegates[number] : undefined;
    const account = floor.account(owner.address);
    const usable = {
      traded: account.balance(listing.traded.contract).usable,
      quote: account.balance(listing.quote.contract).usable,
    };
    const wish = wishFor(random, priced, usable);
    if (wish === undefined) return floor.count('nothing wanted');
    const [sellToken, buyToken] =
      wish.side === 'sell'
        ? [listing.traded.contract, listing.quote.contract]
        : [listing.quote.contract, listing.traded.contract];
    this.nonce += 1;
    const terms = {
      ...{ sellToken, sellAmount: amount(wish.sell), buyToken, buyAmount: amount(wish.buy) },
      ...{ expiry: FOREVER, nonce: this.nonce },
    };
    const format = random.pick(['sign', 'signTypedData'] as const);
    const signer = delegate ?? owner;
    const signature = signer.sign(digestToSign(terms, format, domain, keccak));
    const placed = placeOrder(floor.ledgerOf(owner.address), {
      ...{ account: owner.address, market: listing.id, at: floor.at, settlementFee: amount(0n) },
      signed: { terms, signature, format, signer: signer.address },
      hash: publicHash(terms, format, domain, keccak),
      digest: canonicalHash(terms, domain, keccak),
      packedHash: publicHash(terms, 'sign', domain, keccak),
      ...(random.chance(1 / 10) ? { timeInForce: Math.floor(floor.at / 1000) + random.integer(1, 90) } : {}),
      ...wish.options,
    });
    floor.count(placed.ok ? 'placed' : `refused ${placed.code}`);
    if (!placed.ok) return;
    if (delegate !== undefined) floor.count('placed by delegate');
    floor.count(`placed ${format}`);
    floor.take(placed.value.facts);
  }

  private edit(floor: TradingFloor, listings: readonly PricedListing[]): void {
    const order = this.random.chance(1 / 2)
      ? this.someOrder(floor, ({ sellBook }) => sellBook === 0n)
      : this.someOrder(floor);
    const priced = listings.find(({ listing }) => listing.id === order?.market);
    if (order === undefined || priced === undefined) return;
    const edited = editOrder(floor.ledgerOf(order.account), {
      ...{ account: order.account, id: order.id, at: floor.at },
      settlementFee: amount(BigInt(this.random.integer(0, 1_000_000))),
      ...editFor(this.random, order, priced),
    });
    floor.count(edited.ok ? 'edit asked' : `edit refused ${edited.code}`);
    if (edited.ok) floor.take(edited.value);
  }

  private cancel(floor: TradingFloor): void {
    const order = this.someOrder(floor);
    if (order === undefined) return;
    const { account, id } = order;
    const canceled = requestCancel(floor.ledgerOf(account), {
      ...{ account, name: { id }, reason: 'owner', at: floor.at },
    });
    if (canceled.ok) floor.take(canceled.value.facts);
  }

  private movePeg(floor: TradingFloor, isGone: boolean): void {
    const rate = isGone ? null : rateText(this.random, CURRENCY_PER_QUOTE * WHOLE);
    floor.tellAll({ kind: 'peg_rate', currency: 'USD', rate });
  }

  private changeTier(floor: TradingFloor): void {
    const account = floor.account(this.random.pick(this.keys).address);
    const { volume } = this.random.pick(FEE_SCHEDULE);
    account.record = { ...account.record, volume };
  }

  private someOrder(floor: TradingFloor, fits: (order: Order) => boolean = () => true) {
    const { address } = this.random.pick(this.keys);
    const orders = [...floor.account(address).orders.values()].filter(fits);
    return orders.length === 0 ? undefined : this.random.pick(orders);
  }
}
