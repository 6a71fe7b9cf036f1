import { percentile } from '../../kit/percentiles';
import { textTable } from '../../kit/text-table';
import type { ChaosClient } from './clients/chaos-client';

interface Happened {
  readonly kind: string;
  readonly what: string;
  /** From when to when harm was done, ms. */
  readonly from: number;
  readonly to: number;
  /** When each account's first order was accepted that was sent after the harm was over. */
  readonly served: Map<ChaosClient, number>;
}

/** How long it took after each fault until every account was served again. */
export class Recoveries {
  readonly #clients: number;
  readonly #faults: Happened[] = [];

  constructor(clients: number) {
    this.#clients = clients;
  }

  add(fault: {
    readonly kind: string;
    readonly what: string;
    readonly from: number;
    readonly to: number;
  }): void {
    this.#faults.push({ ...fault, served: new Map() });
  }

  accepted(client: ChaosClient, sentAt: number, answeredAt: number): void {
    for (const { to, served } of this.#faults) {
      if (sentAt >= to && !served.has(client)) served.set(client, answeredAt);
    }
  }

  /** Ms from the end of a fault's harm until all were served; undefined when some weren't. */
  #took({ to, served }: Happened): number | undefined {
    if (served.size < this.#clients) return undefined;
    return Math.max(...served.values()) - to;
  }

  /** A line for the newest fault. */
  lineOfLast(): string {
    const last = this.#faults.at(-1);
    return last === undefined ? '' : `${last.kind}: ${last.what}, ${(last.to - last.from).toFixed(0)} ms`;
  }

  /** The table: of each kind how often, and how long until all accounts were served again. */
  table(): string[] {
    const kinds = [...new Set(this.#faults.map(({ kind }) => kind))].sort();
    const seconds = (ms: number) => (Number.isNaN(ms) ? '-' : (ms / 1000).toFixed(1));
    const rows = kinds.map((kind) => {
      const of = this.#faults.filter((fault) => fault.kind === kind);
      const took = of.map((fault) => this.#took(fault)).filter((ms) => ms !== undefined);
      const never = of.length - took.length;
      return [kind, `${of.length}`, seconds(percentile(took, 0.5)), seconds(percentile(took, 1)), `${never}`];
    });
    const head = ['fault', 'times', 'all served again, s: median', 'longest', 'not before the end'];
    return textTable([head, ...rows], ['left', 'right', 'right', 'right', 'right']);
  }
}
