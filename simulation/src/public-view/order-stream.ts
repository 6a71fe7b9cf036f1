import {
  address,
  amount,
  orderId,
  parseRate,
  type RateKey,
  type Side,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { MarketCommand } from '@exchange/core/matching';
import type { MarketInputOf } from '@exchange/core/message';
import type { SeededRandom } from '@exchange/test/kit';

const TOKEN = 10n ** 18n;
const FEES = { makerPpm: 0, takerPpm: 2500, settlementFee: ZERO_AMOUNT, rebateToken: 'sell' } as const;
/** Rates are counted in thousandths of a quote token. */
const MIDDLE = 200_000;
const ACCOUNTS = 7;
const FAR_AWAY = 4_000_000_000;

/** What orders of a stream are like. */
export interface StreamTerms {
  /** Ids from here on, and accounts that no other stream has. */
  readonly firstId: number;
  readonly firstAccount: number;
  readonly hidden: () => boolean;
  /** Whether to place orders that tell by being refused what stands in the book. */
  readonly postOnly: boolean;
}

/** Random orders, edits and cancels of some accounts around a rate that wanders. */
export class OrderStream {
  private nextId: number;
  private middle = MIDDLE;
  private readonly placed: { id: number; account: number; side: Side; hidden: boolean }[] = [];

  constructor(
    private readonly random: SeededRandom,
    private readonly terms: StreamTerms,
  ) {
    this.nextId = terms.firstId;
  }

  /** A book of many levels on both sides, also at rates with one digit more and one less. */
  opening(at: number, perSide: number): MarketCommand[] {
    return (['buy', 'sell'] as const).flatMap((side) =>
      Array.from({ length: perSide }, (_, index) => {
        const step = 1 + index * this.random.integer(1, 9);
        const far = side === 'buy' ? Math.max(MIDDLE - step * 300, step) : MIDDLE + step * 300;
        return this.place(at, side, far, 1n + BigInt(index % 5));
      }),
    );
  }

  next(at: number): MarketCommand {
    const { random } = this;
    this.middle = Math.max(100, this.middle + random.integer(-40, 40));
    const what = random.integer(0, 99);
    const [known] = this.placed.length > 0 ? [random.pick(this.placed)] : [];
    if (known !== undefined && what < 15) return this.cancel(at, known);
    if (known !== undefined && what < 35) return this.edit(at, known);
    if (what < 42) return { kind: 'time', at, now: Math.floor(at / 1000) };
    if (what < 45) return this.pegRate(at);
    return this.anyOrder(at);
  }

  private anyOrder(at: number): MarketCommand {
    const { random, terms } = this;
    const side = random.pick(['buy', 'sell'] as const);
    const away = random.pick([-60, -20, -5, 0, 1, 3, 10, 50, 400]);
    const rate = Math.max(1, this.middle + (side === 'buy' ? -away : away));
    const order = this.place(at, side, rate, BigInt(random.integer(1, 6)));
    const kind = random.integer(0, 11);
    if (kind === 0) return { ...order, execution: 'immediate_or_cancel' };
    if (kind === 1 && terms.postOnly) return { ...order, execution: 'post_only' };
    if (kind === 2) return { ...order, stopRateKey: keyNear(this.middle + random.integer(-50, 50)) };
    if (kind === 3) return { ...order, peg: { currency: 'USD', rateKey: keyNear(rate) } };
    if (kind > 8) return { ...order, expiresAt: Math.floor(at / 1000) + random.integer(1, 30) };
    return order;
  }

  private place(
    at: number,
    side: Side,
    thousandths: number,
    tokens: bigint,
  ): MarketInputOf<'place'> & { at: number } {
    const id = this.nextId;
    this.nextId += 1;
    const account = this.terms.firstAccount + (id % ACCOUNTS);
    const hidden = this.terms.hidden();
    this.placed.push({ id, account, side, hidden });
    const [sell, buy] = amountsOf(side, thousandths, tokens);
    return {
      ...{ kind: 'place', at, orderId: orderId(id), account: accountOf(account), side, hidden, fees: FEES },
      ...{ sellAmount: sell, buyAmount: buy, sellBook: sell, buyBook: buy, expiresAt: FAR_AWAY },
    };
  }

  private cancel(at: number, { id, account }: { id: number; account: number }): MarketCommand {
    return { kind: 'cancel', at, orderId: orderId(id), account: accountOf(account), reason: 'owner' };
  }

  /** Another amount or a worse rate for the market, within what was signed more often than not. */
  private edit(
    at: number,
    { id, account, side, hidden }: (typeof this.placed)[number],
  ): MarketInputOf<'edit'> & { at: number } {
    const away = this.random.integer(0, 300);
    const rate = Math.max(1, this.middle + (side === 'buy' ? -away : away));
    const [sellBook, buyBook] = amountsOf(side, rate, BigInt(this.random.integer(1, 4)));
    const toggled = this.random.chance(0.2) && this.terms.hidden() !== hidden ? { hidden: !hidden } : {};
    return {
      ...{ kind: 'edit', at, orderId: orderId(id), account: accountOf(account), fees: FEES },
      ...{ sellBook, buyBook, ...toggled },
    };
  }

  private pegRate(at: number): MarketCommand {
    const rate = this.random.chance(0.2) ? null : `1.0${this.random.integer(0, 9)}`;
    return { kind: 'peg_rate', at, currency: 'USD', rate };
  }
}

const accountOf = (number: number) => address(`0x${number.toString(16).padStart(40, '0')}`);

/** Sold and bought for so many whole traded tokens at a rate. */
function amountsOf(side: Side, thousandths: number, tokens: bigint) {
  const [traded, quote] = [tokens * TOKEN, (tokens * TOKEN * BigInt(thousandths)) / 1000n];
  return side === 'sell'
    ? ([amount(traded), amount(quote)] as const)
    : ([amount(quote), amount(traded)] as const);
}

/** The rate with five digits next to so many thousandths. */
function keyNear(thousandths: number): RateKey {
  const parsed = parseRate(String(Number((Math.max(1, thousandths) / 1000).toPrecision(5))), 'rate');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}
