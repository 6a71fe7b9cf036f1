import { codeOf, type HeardPacket } from '../../../kit/clients/connection';
import type { LoadStep } from '../plan/plan';

// What became of a step; one byte each.
const WAITING = 1;
const ACCEPTED = 2;
const REFUSED = 3;

interface Told {
  /** Number of the first of its two orders whose owner was told. */
  readonly step: number;
  both: boolean;
}

/** Percentiles are of what was due in [from, to), ms of `performance.now()`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** What the exchange says to a load, and when. Times are of `performance.now()`. */
export class LoadRecord {
  readonly #steps: readonly LoadStep[];
  readonly #due: Float64Array;
  readonly #answered: Float64Array;
  readonly #fate: Uint8Array;
  readonly #orderIds: Float64Array;
  readonly #firstCid: number;
  readonly #stepOfCid: Int32Array;
  readonly #trades = new Map<number, Told>();
  readonly #fills: { readonly step: number; readonly ms: number }[] = [];
  readonly #refusals: { readonly code: string; readonly step: number }[] = [];
  #open = 0;
  #newsAt = 0;
  #halfTold = 0;
  #wake: () => void = () => undefined;

  constructor(steps: readonly LoadStep[]) {
    this.#steps = steps;
    this.#due = new Float64Array(steps.length);
    this.#answered = new Float64Array(steps.length);
    this.#fate = new Uint8Array(steps.length);
    this.#orderIds = new Float64Array(steps.length);
    const orders = steps.filter(({ isCancel }) => !isCancel);
    this.#firstCid = orders[0]?.cid ?? 0;
    this.#stepOfCid = new Int32Array(orders.length).fill(-1);
    steps.forEach(({ isCancel, cid }, at) => {
      if (!isCancel) this.#stepOfCid[cid - this.#firstCid] = at;
    });
  }

  /** Sends a step that was due at that time. */
  send(at: number, due: number): void {
    const { client, frame } = this.#steps[at] as LoadStep;
    this.#due[at] = due;
    this.#fate[at] = WAITING;
    this.#open += 1;
    client.connection.send(frame);
  }

  /** Takes a packet of any of the load's connections. */
  hear([, event, message, rid]: HeardPacket): void {
    if (rid !== undefined && this.#fate[rid] === WAITING) this.#answer(rid, event, message);
    if (event === 'ut') this.#fill(message as readonly unknown[]);
  }

  /** Is called after each answer and each fill of which both sides know. */
  onProgress(wake: () => void): void {
    this.#wake = wake;
  }

  /** How many commands wait for their answer. */
  get open(): number {
    return this.#open;
  }

  /** How many fills only one side was told of so far. */
  get halfTold(): number {
    return this.#halfTold;
  }

  /** When the last answer or fill came. */
  get newsAt(): number {
    return this.#newsAt;
  }

  /** How many fills both sides were told of. */
  get fillsTold(): number {
    return this.#fills.length;
  }

  count(fate: 'accepted' | 'refused', kind: 'orders' | 'cancels'): number {
    const wanted = fate === 'accepted' ? ACCEPTED : REFUSED;
    return this.#fate.reduce(
      (sum, is, at) => sum + Number(is === wanted && this.#steps[at]?.isCancel === (kind === 'cancels')),
      0,
    );
  }

  /** Ms from due to the answer of what was accepted (or refused) and due in the window. */
  latencies(fate: 'accepted' | 'refused', kind: 'orders' | 'cancels', { from, to }: Window): number[] {
    const wanted = fate === 'accepted' ? ACCEPTED : REFUSED;
    const found: number[] = [];
    this.#steps.forEach(({ isCancel }, at) => {
      const due = this.#due[at] ?? 0;
      if (this.#fate[at] !== wanted || isCancel !== (kind === 'cancels') || due < from || due >= to) return;
      found.push((this.#answered[at] ?? 0) - due);
    });
    return found;
  }

  /** Ms from the later order's due time until both sides were told of the fill. */
  fills({ from, to }: Window): number[] {
    return this.#fills
      .filter(({ step }) => (this.#due[step] ?? 0) >= from && (this.#due[step] ?? 0) < to)
      .map(({ ms }) => ms);
  }

  /** How often each code was answered, orders and cancels apart. */
  refusals(kind: 'orders' | 'cancels'): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { code, step } of this.#refusals) {
      if (this.#steps[step]?.isCancel !== (kind === 'cancels')) continue;
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    return counts;
  }

  /** Ids of the acknowledged orders, by account. */
  acknowledged(): Map<string, Set<number>> {
    return this.#byAccount((at) => (this.#fate[at] === ACCEPTED ? this.#orderIds[at] : undefined));
  }

  /** Ids of all trades of which anybody was told. */
  get tradeIds(): ReadonlySet<number> {
    return new Set(this.#trades.keys());
  }

  /** Trades of which only one side was told. */
  get toldOneSide(): number[] {
    return [...this.#trades].filter(([, { both }]) => !both).map(([id]) => id);
  }

  #byAccount(idAt: (at: number) => number | undefined): Map<string, Set<number>> {
    const byAccount = new Map<string, Set<number>>();
    this.#steps.forEach(({ client, isCancel }, at) => {
      const id = isCancel ? undefined : idAt(at);
      if (id === undefined) return;
      const { address } = client.key;
      const ids = byAccount.get(address) ?? new Set<number>();
      byAccount.set(address, ids.add(id));
    });
    return byAccount;
  }

  #answer(at: number, event: string, message: unknown): void {
    this.#open -= 1;
    this.#newsAt = performance.now();
    this.#answered[at] = this.#newsAt;
    if (event === 'o') {
      this.#fate[at] = ACCEPTED;
      this.#orderIds[at] = (message as readonly number[])[0] ?? 0;
    } else {
      this.#fate[at] = REFUSED;
      this.#refusals.push({ code: codeOf(String(message)), step: at });
    }
    this.#wake();
  }

  #fill(trade: readonly unknown[]): void {
    const [id, cid] = [trade[0] as number, trade[11] as number];
    const step = this.#stepOfCid[cid - this.#firstCid];
    // Of an earlier load's order.
    if (step === undefined || step < 0) return;
    this.#newsAt = performance.now();
    const told = this.#trades.get(id);
    if (told === undefined) {
      this.#trades.set(id, { step, both: false });
      this.#halfTold += 1;
    } else if (!told.both && told.step !== step) {
      told.both = true;
      this.#halfTold -= 1;
      const later = (this.#due[step] ?? 0) > (this.#due[told.step] ?? 0) ? step : told.step;
      this.#fills.push({ step: later, ms: this.#newsAt - (this.#due[later] ?? 0) });
      this.#wake();
    }
  }
}
