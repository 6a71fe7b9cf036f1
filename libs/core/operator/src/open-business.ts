import { assert } from '@exchange/core/kernel';
import type { ActionStep, AuditEntry } from './entry';
import { isRole, type OperatorRole } from './roles';

/** What waits for a second person. */
export interface Proposal {
  /** The sequence of its entry. */
  readonly seq: number;
  readonly person: string;
  readonly at: number;
  readonly expiresAt: number;
  readonly reason: string;
  readonly steps: readonly ActionStep[];
}

/** What an owner was ordered and hasn't answered yet. */
export interface PendingOrder extends ActionStep {
  /** The sequence of its entry. */
  readonly seq: number;
  readonly person: string;
  readonly reason: string;
  readonly approvals: readonly string[];
}

/** What the log leaves to be done: it follows from the entries alone, applied in their order. */
export class OpenBusiness {
  readonly #proposals = new Map<number, Proposal>();
  readonly #orders = new Map<number, PendingOrder>();
  readonly #roles = new Map<string, readonly OperatorRole[]>();

  /** Oldest first; also those that have expired, until somebody closes them. */
  get proposals(): readonly Proposal[] {
    return [...this.#proposals.values()];
  }

  /** In the order in which they must reach their owners. */
  get orders(): readonly PendingOrder[] {
    return [...this.#orders.values()];
  }

  proposal(seq: number): Proposal | undefined {
    return this.#proposals.get(seq);
  }

  order(seq: number): PendingOrder | undefined {
    return this.#orders.get(seq);
  }

  /** What two people made a person; undefined while the log says nothing of that, and the door's word counts. */
  rolesOf(person: string): readonly OperatorRole[] | undefined {
    return this.#roles.get(person);
  }

  apply(entry: AuditEntry): void {
    switch (entry.kind) {
      case 'proposed': {
        const { seq, person, at, expiresAt, reason, steps } = entry;
        this.#proposals.set(seq, { seq, person, at, expiresAt, reason, steps });
        return;
      }
      case 'approved':
      case 'rejected':
      case 'withdrawn':
        assert(this.#proposals.delete(entry.proposal), `no proposal ${entry.proposal} is open`);
        return;
      case 'ordered': {
        const { seq, person, action, content, reason, approvals } = entry;
        this.#orders.set(seq, { seq, person, action, content, reason, approvals });
        return;
      }
      case 'done':
      case 'refused': {
        const order = this.#orders.get(entry.order);
        assert(order !== undefined, `no order ${entry.order} is open`);
        this.#orders.delete(entry.order);
        if (entry.kind === 'done' && order.action === 'set-roles') this.#setRoles(order);
      }
    }
  }

  #setRoles({ content }: PendingOrder): void {
    const { person, roles } = content as { person: string; roles: readonly unknown[] };
    this.#roles.set(person, roles.filter(isRole));
  }
}
