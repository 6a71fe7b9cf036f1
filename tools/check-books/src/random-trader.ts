import type { OrderOptions } from '@exchange/client';
import { type Side, wholeTokens } from '@exchange/core/kernel';
import type { Random } from '../../kit/random';
import type { Tally } from '../../kit/trading/tally';
import type { DemoTrader } from '../../kit/trading/trader';

/** The market in which they trade. */
export const TRADED_MARKET = 'ETHDAI';

/** The rate around which all of them trade, in hundredths of a DAI; it moves as they do. */
export class Middle {
  cents = 30_000;

  move(random: Random): void {
    const back = this.cents > 30_600 ? -3 : this.cents < 29_400 ? 3 : 0;
    this.cents += random.between(-5, 5) + back;
  }
}

/** Resting orders lie up to so many hundredths away from it. */
const FAR = 6_000;
/** Hundredths of an ether. */
const LOTS_MAX = 12;
const OPEN_MAX = 80;

/** What an order may be besides a plain one: hidden, a taker, a maker only, with a stop, or pegged. */
const KINDS: readonly [OrderOptions, ...OrderOptions[]] = [
  ...([{}, {}, {}, {}, {}, { hidden: true }, { hidden: true }] as const),
  ...[{ immediateOrCancel: true }, { fillOrKill: true }, { postOnly: true }],
  ...([{ stopRate: '300' }, { peggedTo: 'USD', peggedRate: '300' }] as const),
];

interface Change {
  readonly sellBookAmount?: string;
  readonly hidden?: boolean;
}

/** An account that places, edits and cancels without a pause. */
export class RandomTrader {
  /** What is left to sell of each open order, in smallest units. */
  private readonly open = new Map<number, bigint>();
  edits = 0;

  constructor(
    readonly trader: DemoTrader,
    private readonly random: Random,
    private readonly middle: Middle,
    private readonly tally: Tally,
  ) {
    trader.client.on('orderStatus', ({ order }) => {
      if (order.active) this.open.set(order.id, BigInt(order.sellRemaining));
      else this.open.delete(order.id);
    });
  }

  /** One move; a refusal is part of the game. */
  async act(): Promise<void> {
    this.middle.move(this.random);
    const [id] = this.open.keys();
    const chance = this.random.between(0, 999);
    if (id === undefined || (chance < 500 && this.open.size < OPEN_MAX)) await this.place();
    else if (chance < 750 || this.open.size >= OPEN_MAX) await this.trader.cancel(this.anyOpen(id));
    else if (chance < 998) await this.edit(this.anyOpen(id));
    else await this.trader.cancelAll();
  }

  private anyOpen(first: number): number {
    const at = this.random.between(0, this.open.size - 1);
    return [...this.open.keys()][at] ?? first;
  }

  private async place(): Promise<void> {
    const side: Side = this.random.between(0, 1) === 0 ? 'buy' : 'sell';
    const options = this.random.pick(KINDS);
    // One in three meets others at once.
    const away = this.random.between(0, 2) === 0 ? -this.random.between(0, 60) : this.away();
    const cents = this.middle.cents + (side === 'buy' ? -away : away);
    const { client, chain } = this.trader;
    try {
      await client.placeOrder({
        ...{ market: TRADED_MARKET, side, options, signer: chain.wallet },
        rate: wholeTokens(BigInt(cents), 2),
        amount: wholeTokens(BigInt(this.random.between(2, LOTS_MAX)), 2),
      });
      this.tally.add('placed');
    } catch (error) {
      this.tally.refused(error);
    }
  }

  /** Most are near. */
  private away(): number {
    return this.random.between(0, this.random.between(1, FAR));
  }

  /** Less or more of it at the same rate, or hidden and back. */
  private async edit(id: number): Promise<void> {
    const left = this.open.get(id) ?? 0n;
    const percent = BigInt(this.random.between(30, 100));
    const sellBookAmount = `${(left * percent) / 100n}`;
    const changes: readonly [Change, ...Change[]] = [{ sellBookAmount }, { hidden: true }, { hidden: false }];
    try {
      await this.trader.client.editOrder({ id, ...this.random.pick(changes) });
      this.edits += 1;
    } catch (error) {
      this.tally.refused(error);
    }
  }
}
