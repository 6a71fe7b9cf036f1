import type { Json, PendingOrder } from '@exchange/core/operator';
import { effect, listOf } from '@exchange/core/message';
import { type Clock, type Log, type Prompts, repeat, withTrace } from '@exchange/platform';
import type { OnModuleDestroy } from '@nestjs/common';
import type { DeskState } from '../desk/desk-state';
import type { DeskSignal } from '../inbox/desk-turn';
import { present } from '@exchange/core/kernel';
import type { StateOwners } from './state-owners';

const effects = listOf(effect);

/** An owner that wasn't there is asked again after so long. */
const SILENCE_MS = 200;
const AT_ONCE = 0;
/** Of the queue in which it is asked which owners there are. */
const OWNERS = 'owners';

interface SenderDeps {
  readonly state: DeskState;
  readonly owners: StateOwners;
  readonly prompts: Prompts<DeskSignal>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Sends what is ordered and stored. Each owner has a queue of its own, in the sequence of the log, since an owner refuses an order
 * that comes after a later one; one that is away holds up nobody else. An order is sent until its owner has answered.
 */
export class OrderSender implements OnModuleDestroy {
  /** Answered, and on their way into the log. */
  readonly #answered = new Set<number>();
  readonly #busy = new Set<string>();
  readonly #stopping = new AbortController();

  constructor(private readonly deps: SenderDeps) {}

  onModuleDestroy(): void {
    this.#stopping.abort();
  }

  /** Begins with every owner that has orders, and whose queue doesn't run yet. */
  run(): void {
    const { owners } = this.deps;
    const open = this.#open();
    if (open.length === 0) owners.forgetGroups();
    for (const order of open) {
      const owner = owners.nameOf(order);
      if (owner === undefined) this.#begin(OWNERS, () => this.#learnGroups());
      else this.#begin(owner, () => this.#sendNextOf(owner));
    }
  }

  /** One queue of each name at a time; `work` gives after how many ms it is to go on. */
  #begin(name: string, work: () => Promise<number | 'done'>): void {
    if (this.#busy.has(name)) return;
    this.#busy.add(name);
    const { clock, log } = this.deps;
    const failed = (error: unknown) => {
      log.warn({ err: error, owner: name }, 'sending orders failed, trying again');
      return SILENCE_MS;
    };
    // What it rejects with is a defect, and must end the process.
    const queue = { everyMs: SILENCE_MS, clock, signal: this.#stopping.signal, failed };
    void repeat(work, queue).finally(() => this.#busy.delete(name));
  }

  async #learnGroups(): Promise<number | 'done'> {
    const { owners } = this.deps;
    const homeless = this.#open().filter((order) => owners.nameOf(order) === undefined);
    return homeless.length === 0 || (await owners.learnGroups(homeless)) ? 'done' : SILENCE_MS;
  }

  async #sendNextOf(owner: string): Promise<number | 'done'> {
    const { owners, state, prompts } = this.deps;
    const order = this.#open().find((one) => owners.nameOf(one) === owner);
    if (order === undefined) return 'done';
    const { seq } = order;
    const [trace] = state.traces.of([seq]);
    const reply = await withTrace(trace, () => owners.order(order, present(state.orderOf(seq), 'order')));
    if (reply === undefined) return SILENCE_MS;
    const outcome = reply.ok
      ? ({ kind: 'done', effects: effects.write(reply.value.effects) as Json } as const)
      : ({ kind: 'refused', code: reply.code, message: reply.message } as const);
    this.#answered.add(seq);
    // The next one needs not wait for that.
    void prompts.commit({ kind: 'answered', order: seq, outcome }).then(() => {
      this.#answered.delete(seq);
    });
    return AT_ONCE;
  }

  /** What is to be sent, in the sequence of the log. */
  #open(): readonly PendingOrder[] {
    const { business, storedTo, fault } = this.deps.state;
    // What follows a broken log isn't known, so whether it is still open isn't, either.
    if (fault !== undefined) return [];
    return business.orders.filter(({ seq }) => seq <= storedTo && !this.#answered.has(seq));
  }
}
