import type { ExchangeClient, Intent, Signer, TrackedOrder } from '@exchange/client';
import type { SignatureFormat } from '@exchange/core/order';
import { Cell } from '../exchange/cell';
import { refusalOf, type ToldRefusal } from '../notices/refusal';
import type { PlannedOrder } from './plan-context';

/** An intent that was entered, and how far it is. */
export interface EnteredOrder {
  readonly id: string;
  readonly stage: 'signing' | 'sending' | 'unknown' | 'refused';
  readonly refusal: ToldRefusal | undefined;
}

/** Has something signed for the account that is logged in, by whoever signs for it. */
export type Signing = <T>(sign: (signer: Signer, format: SignatureFormat) => Promise<T>) => Promise<T>;

type DeskClient = Pick<ExchangeClient, 'on' | 'orders' | 'account'>;

/** Most of what an earlier page has sent is found at once, and not worth a word. */
const TOLD_AFTER_MS = 1_000;

/**
 * Brings what was entered to the exchange, one at a time: an intent has one id from when it is confirmed until it was accepted or
 * refused, however often somebody clicks, and the client places an id once.
 */
export class OrderDesk {
  /** What is under way, or was refused; undefined when something may be entered. */
  readonly entered = new Cell<EnteredOrder | undefined>(undefined);
  /** Whether it isn't known yet what came of something that was sent before a reload, or by another tab. */
  readonly isFindingOut = new Cell(false);
  readonly #undecided = new Set<string>();
  #resumed: string | undefined;

  constructor(
    private readonly client: DeskClient,
    private readonly signing: Signing,
  ) {
    client.on('orderState', (tracked) => this.#take(tracked));
    client.on('login', () => this.#resume());
    this.#resume();
  }

  /** Places an order, and resolves when it was accepted (true) or not. While one is under way others are ignored. */
  async place(order: PlannedOrder): Promise<boolean> {
    const before = this.entered.get();
    if (before !== undefined && before.stage !== 'refused') return false;
    return this.#bring({ id: crypto.randomUUID(), stage: 'signing', refusal: undefined }, order);
  }

  /** Puts away a refusal. */
  dismiss(): void {
    if (this.entered.get()?.stage === 'refused') this.entered.set(undefined);
  }

  async #bring(entered: EnteredOrder, order: PlannedOrder): Promise<boolean> {
    this.entered.set(entered);
    try {
      await this.signing((signer, format) =>
        this.client.orders.place({ ...intentOf(entered.id, order), signer, format }),
      );
      this.entered.set(undefined);
      return true;
    } catch (error) {
      this.entered.set({ ...entered, stage: 'refused', refusal: refusalOf(error) });
      return false;
    }
  }

  #take(tracked: TrackedOrder): void {
    const { id, state } = tracked;
    const entered = this.entered.get();
    if (entered?.id !== id) return this.#takeEarlier(tracked);
    if (state.kind === 'sent') this.entered.set({ ...entered, stage: 'sending' });
    if (state.kind === 'unknown') this.entered.set({ ...entered, stage: 'unknown' });
  }

  /** One that this page didn't send: that it is accepted is told as with any other, here that it is not, or not known yet. */
  #takeEarlier({ id, state }: TrackedOrder): void {
    if (state.kind === 'unknown') {
      this.#undecided.add(id);
      setTimeout(() => this.isFindingOut.set(this.#undecided.size > 0), TOLD_AFTER_MS);
      return;
    }
    if (!this.#undecided.delete(id)) return;
    if (this.#undecided.size === 0) this.isFindingOut.set(false);
    if (state.kind === 'refused' && this.entered.get() === undefined)
      this.entered.set({ id, stage: 'refused', refusal: refusalOf(state.error) });
  }

  /** After a reload, and with another account: what was sent before is taken up, so that its outcome is told. */
  #resume(): void {
    const { account } = this.client;
    if (account === undefined || account === this.#resumed) return;
    this.#resumed = account;
    this.client.orders
      .resume()
      .catch((error: unknown) => console.error('orders of before could not be taken up', error));
  }
}

/** What the client places: everything that is signed or sent is in the plan that was shown. */
function intentOf(id: string, order: PlannedOrder): Omit<Intent, 'signer'> {
  const { market, side, amount, rate, rebateToken, options, terms } = order;
  return { id, market, side, amount, rate, rebateToken, options, expiry: terms.expiry };
}
