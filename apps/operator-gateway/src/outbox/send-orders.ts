import type { Json, PendingOrder } from '@exchange/core/operator';
import { effect, listOf } from '@exchange/core/message';
import type { Prompts } from '@exchange/platform';
import type { DeskState } from '../desk/desk-state';
import type { DeskSignal } from '../inbox/desk-turn';
import { present } from '@exchange/core/kernel';
import type { StateOwners } from './state-owners';

const effects = listOf(effect);

interface SenderDeps {
  readonly state: DeskState;
  readonly owners: StateOwners;
  readonly prompts: Prompts<DeskSignal>;
}

/**
 * Sends what is ordered and stored, one order after the other, each until its owner has answered: an owner refuses one that
 * comes after a later one.
 */
export class OrderSender {
  /** Answered, and on their way into the log. */
  readonly #answered = new Set<number>();

  constructor(private readonly deps: SenderDeps) {}

  /** Sends all there is. Gives `refused` when an owner has to be asked again later. */
  async run(): Promise<'refused' | undefined> {
    for (let order = this.#next(); order !== undefined; order = this.#next()) {
      const reply = await this.deps.owners.order(order, present(this.deps.state.orderOf(order.seq), 'order'));
      if (reply === undefined) return 'refused';
      const { seq } = order;
      const outcome = reply.ok
        ? ({ kind: 'done', effects: effects.write(reply.value.effects) as Json } as const)
        : ({ kind: 'refused', code: reply.code, message: reply.message } as const);
      this.#answered.add(seq);
      // The next one needs not wait for that.
      void this.deps.prompts.commit({ kind: 'answered', order: seq, outcome }).then(() => {
        this.#answered.delete(seq);
      });
    }
    return undefined;
  }

  #next(): PendingOrder | undefined {
    const { business, storedTo, fault } = this.deps.state;
    // What follows a broken log isn't known, so whether it is still open isn't, either.
    if (fault !== undefined) return undefined;
    return business.orders.find(({ seq }) => seq <= storedTo && !this.#answered.has(seq));
  }
}
