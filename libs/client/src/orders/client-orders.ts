import type { CommandOf, OrderView } from '@exchange/core/wire';
import type { PlaceOrder } from '../client-commands';
import { ExchangeError, type ExchangeErrorCode, isCode } from '../exchange-error';
import { type Pairs, randomNonce } from '../order/build-terms';
import type { Store } from '../store/store';
import { pause } from '../timers';
import { type IntentRecord, IntentRecords } from './intent-record';
import { bringOrder, isUnknown, look, pauseMs, type PlacingPorts, refusalOf } from './placing';
import { editFor, type Quote } from './requote';
import { TrackedOrder } from './tracked-order';

/** An order under the caller's own name: however often it is placed under it, there is one. */
export interface Intent extends PlaceOrder {
  readonly id: string;
  /** It isn't sent for the first time later than so long after the call, 10 s when absent. */
  readonly sendWithinMs?: number;
}

export interface OrderPorts extends PlacingPorts {
  readonly store: Store;
  /** The account that is logged in, or was; throws when nobody has logged in. */
  account(): string;
  listed(): Pairs;
  sign(order: PlaceOrder): Promise<CommandOf<'placeOrder'>>;
  /** An order has another state. */
  changed(tracked: TrackedOrder): void;
}

interface Held {
  readonly wish: string;
  /** The order once it was accepted. */
  readonly placed: Promise<TrackedOrder>;
  tracked: TrackedOrder | undefined;
  records: IntentRecords | undefined;
  quote: CommandOf<'editOrder'> | undefined;
  quoting: Promise<TrackedOrder> | undefined;
}

const SEND_WITHIN_MS = 10_000;
const PAUSE_MS = 150;
/** So many that have ended are kept at hand; the store has all. */
const ENDED_MAX = 1_000;
const TRY_AGAIN: readonly ExchangeErrorCode[] = [
  'EDIT_PENDING',
  'UNAVAILABLE',
  'DEADLINE_PASSED',
  'MARKET_RESTARTING',
];

/**
 * Orders of the account by the caller's names. The signed order is in the store before it is sent, and what came of it is
 * found out over lost answers, lines and restarts: one intent is one order.
 */
export class ClientOrders {
  readonly #held = new Map<string, Held>();
  readonly #byCid = new Map<number, TrackedOrder>();
  readonly #ended: string[] = [];

  constructor(private readonly ports: OrderPorts) {}

  /**
   * Places an order once, and resolves when it is accepted. Rejects with the refusal; then the same name may be used
   * again. DUPLICATE_ORDER when it stands for another order already.
   */
  place(intent: Intent): Promise<TrackedOrder> {
    const wish = wishOf(intent);
    const known = this.#held.get(intent.id);
    if (known !== undefined)
      return known.wish === wish ? known.placed : Promise.reject(otherOrder(intent.id));
    return this.#hold(intent.id, wish, () => this.#begin(intent, wish), intent.sendWithinMs).placed;
  }

  /**
   * After a restart: takes up what the store has of those that hadn't ended, and finds out what came of them. Resolves with
   * those that are open.
   */
  async resume(): Promise<readonly TrackedOrder[]> {
    const placed: Promise<TrackedOrder>[] = [];
    for (const [id, record] of await this.#records().all()) {
      if (record.ended === true) continue;
      const held = this.#held.get(id) ?? this.#hold(id, record.wish, () => Promise.resolve([record, true]));
      placed.push(held.placed);
    }
    const settled = await Promise.allSettled(placed);
    return settled.flatMap((one) => (one.status === 'fulfilled' && !one.value.hasEnded ? [one.value] : []));
  }

  /** The order of this name; undefined when there is none, or it ended long ago. */
  get(id: string): TrackedOrder | undefined {
    return this.#held.get(id)?.tracked;
  }

  /** Forgets an intent that has ended, so that its name may be used for another order. */
  async forget(id: string): Promise<void> {
    const tracked = this.get(id);
    if (tracked !== undefined && !tracked.hasEnded) throw new ExchangeError('EDIT_REFUSED', `${id} is open`);
    this.#drop(id);
    await this.#records().delete(id);
  }

  /**
   * Has the order offer this from now on, within what was signed: the way to make markets. Resolves when it does, or
   * offers what was asked for later. Rejects when it is more or worse than signed, or the order has ended.
   */
  async requote(id: string, quote: Quote): Promise<TrackedOrder> {
    const held = this.#heldOf(id);
    const tracked = await held.placed;
    held.quote = editFor(tracked, quote, this.ports.listed());
    held.quoting ??= this.#quote(held, tracked).finally(() => (held.quoting = undefined));
    return held.quoting;
  }

  /** Cancels the order, and resolves with it when it has ended, however it did. */
  async cancel(id: string): Promise<TrackedOrder> {
    const tracked = await this.#heldOf(id).placed;
    const { cid } = tracked.record.command;
    for (let tries = 0; ; tries += 1) {
      if (tracked.hasEnded) return tracked;
      await this.ports.loggedIn();
      const answer = await refusalOf(
        async () => (await this.ports.ask({ c: 'cancelOrder', cid }, 'orderStatus')).order,
      );
      if (!(answer instanceof ExchangeError)) tracked.shown(answer);
      else if (answer.code === 'ORDER_NOT_OPEN' || isUnknown(answer))
        await this.#lookAt(tracked, answer, tries);
      else if (!isCode(answer, TRY_AGAIN)) throw answer;
      else await pause(this.ports.timers, PAUSE_MS);
    }
  }

  /** The exchange has shown an order of the account. */
  take(order: OrderView): void {
    const tracked = this.#byCid.get(order.cid);
    if (tracked?.is(order) === true) tracked.shown(order);
  }

  #hold(
    id: string,
    wish: string,
    begin: () => Promise<readonly [IntentRecord, boolean]>,
    withinMs = SEND_WITHIN_MS,
  ): Held {
    const held: Held = {
      ...{ wish, tracked: undefined, records: undefined, quote: undefined, quoting: undefined },
      placed: Promise.resolve().then(() => this.#bring(id, held, begin, withinMs)),
    };
    this.#held.set(id, held);
    // Who asks for it hears of its refusal; in a resumption nobody may.
    held.placed.catch(() => undefined);
    return held;
  }

  /** The record of an intent, which is in the store from now on, and whether it may have been sent. */
  async #begin(intent: Intent, wish: string): Promise<readonly [IntentRecord, boolean]> {
    const records = this.#records();
    const stored = await records.get(intent.id);
    const cid = intent.cid ?? randomNonce();
    const own = stored ?? { wish, command: { ...(await this.ports.sign({ ...intent, cid })), cid } };
    const record = stored ?? (await records.add(intent.id, own));
    if (record.wish !== wish) throw otherOrder(intent.id);
    // Another tab that shares the store may have been first.
    const isOwn = stored === undefined && record.command.signature === own.command.signature;
    return [record, !isOwn];
  }

  async #bring(
    id: string,
    held: Held,
    begin: () => Promise<readonly [IntentRecord, boolean]>,
    withinMs: number,
  ): Promise<TrackedOrder> {
    const sendBy = this.ports.timers.now() + withinMs;
    try {
      const [record, maybeSent] = await begin();
      const tracked = new TrackedOrder(id, record, (one) => this.#changed(one));
      held.tracked = tracked;
      held.records = this.#records();
      this.#byCid.set(record.command.cid, tracked);
      tracked.enter({ kind: 'signed' });
      const order = await bringOrder(tracked, this.ports, { maybeSent, sendBy });
      if (order instanceof ExchangeError) {
        await this.#records().delete(id);
        this.#drop(id);
        tracked.enter({ kind: 'refused', error: order });
        throw order;
      }
      // A notice may have said more meanwhile.
      if (tracked.order === undefined) tracked.shown(order);
      return tracked;
    } catch (error) {
      // What is in the store stays there: it is taken up under the same name.
      this.#drop(id);
      throw error;
    }
  }

  async #quote(held: Held, tracked: TrackedOrder): Promise<TrackedOrder> {
    for (let tries = 0; held.quote !== undefined; tries += 1) {
      const edit = held.quote;
      await this.ports.loggedIn();
      const answer = await refusalOf(async () => (await this.ports.ask(edit, 'orderStatus')).order);
      if (!(answer instanceof ExchangeError)) tracked.shown(answer);
      else if (isUnknown(answer)) await this.#lookAt(tracked, answer, tries);
      else if (isCode(answer, TRY_AGAIN)) await pause(this.ports.timers, PAUSE_MS);
      else if (held.quote === edit) {
        held.quote = undefined;
        throw answer;
      }
      if (tracked.hasEnded) throw new ExchangeError('ORDER_NOT_OPEN', `${tracked.id} has ended`);
      // What it offers is absolute: after an unknown outcome the same edit does no harm.
      const isDone = answer instanceof ExchangeError ? offers(tracked, edit) : true;
      if (isDone && held.quote === edit) held.quote = undefined;
    }
    return tracked;
  }

  async #lookAt(tracked: TrackedOrder, answer: ExchangeError, tries: number): Promise<void> {
    if (tries > 0 && answer.code !== 'CONNECTION_LOST') await pause(this.ports.timers, pauseMs(tries));
    await this.ports.loggedIn();
    const { order } = await look(tracked, this.ports);
    if (order === undefined) await pause(this.ports.timers, PAUSE_MS);
    else tracked.shown(order);
  }

  #changed(tracked: TrackedOrder): void {
    this.ports.changed(tracked);
    const held = this.#held.get(tracked.id);
    if (!tracked.hasEnded || held === undefined) return;
    // What can't be noted is found out again after a restart.
    held.records?.end(tracked.id, tracked.record).catch(() => undefined);
    this.#byCid.delete(tracked.record.command.cid);
    this.#ended.push(tracked.id);
    const oldest = this.#ended.length > ENDED_MAX ? this.#ended.shift() : undefined;
    if (oldest !== undefined && this.get(oldest)?.hasEnded === true) this.#held.delete(oldest);
  }

  #drop(id: string): void {
    const tracked = this.get(id);
    if (tracked !== undefined) this.#byCid.delete(tracked.record.command.cid);
    this.#held.delete(id);
  }

  #records(): IntentRecords {
    return new IntentRecords(this.ports.store, this.ports.account());
  }

  #heldOf(id: string): Held {
    const held = this.#held.get(id);
    if (held === undefined) throw new ExchangeError('UNKNOWN_ORDER', `there is no order ${id}`);
    return held;
  }
}

const otherOrder = (id: string): ExchangeError =>
  new ExchangeError('DUPLICATE_ORDER', `${id} is the name of another order`);

/** What an intent wants, as text: what only says how to sign and send is left out. */
function wishOf(intent: Intent): string {
  const { market, side, amount, rate, rebateToken = 'sell', options = {} } = intent;
  const { cid = null, expiry = null, nonce = null } = intent;
  return JSON.stringify([market, side, amount, rate, rebateToken, cid, expiry, nonce, sorted(options)]);
}

const sorted = (options: object): unknown[] => Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));

const offers = (
  { order }: TrackedOrder,
  { sellBookAmount, buyBookAmount }: CommandOf<'editOrder'>,
): boolean => order?.sellBook === sellBookAmount && order?.buyBook === buyBookAmount;
