import { percentile } from '../../kit/percentiles';
import { textTable } from '../../kit/text-table';
import type { ChaosClient } from './clients/chaos-client';

interface Fault {
  readonly kind: string;
  readonly what: string;
  /** From when to when harm was done, ms. */
  readonly from: number;
  readonly to: number;
}

interface Happened extends Fault {
  /** When each account's first order was accepted that was sent after the harm was over. */
  readonly served: Map<ChaosClient, number>;
}

const seconds = (ms: number | undefined) =>
  ms === undefined || Number.isNaN(ms) ? '-' : (ms / 1000).toFixed(1);

/** How long it took after each fault until every account was served again. */
export class Recoveries {
  readonly #clients: number;
  readonly #faults: Happened[] = [];
  /** Of each kind that couldn't be done, how often. */
  readonly #impossible = new Map<string, number>();

  constructor(clients: number) {
    this.#clients = clients;
  }

  /** A fault was done. @returns a line about it */
  add(fault: Fault): string {
    this.#faults.push({ ...fault, served: new Map() });
    return `${fault.kind}: ${fault.what}, ${(fault.to - fault.from).toFixed(0)} ms`;
  }

  /** A fault couldn't be done: it doesn't count. @returns a line about it */
  addImpossible(kind: string, why: string): string {
    this.#impossible.set(kind, (this.#impossible.get(kind) ?? 0) + 1);
    return `${kind}: not possible: ${why}`;
  }

  /** Kinds that were tried and never done, so that nothing is known of them. */
  get neverDone(): string[] {
    const done = new Set(this.#faults.map(({ kind }) => kind));
    return [...this.#impossible.keys()].filter((kind) => !done.has(kind)).sort();
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

  /** Of each kind how often it was done and couldn't be, and how long until all accounts were served again. */
  table(): string[] {
    const done = this.#faults.map(({ kind }) => kind);
    const kinds = [...new Set([...done, ...this.#impossible.keys()])].sort();
    const rows = kinds.map((kind) => {
      const of = this.#faults.filter((fault) => fault.kind === kind);
      const took = of.map((fault) => this.#took(fault)).filter((ms) => ms !== undefined);
      return [
        ...[kind, `${of.length}`, `${this.#impossible.get(kind) ?? 0}`],
        ...[seconds(percentile(took, 0.5)), seconds(percentile(took, 1)), `${of.length - took.length}`],
      ];
    });
    const head = [
      ...['fault', 'times', 'not possible'],
      ...['all served again, s: median', 'longest', 'not before the end'],
    ];
    return textTable([head, ...rows], ['left', 'right', 'right', 'right', 'right', 'right']);
  }

  /** Each fault in its order: what was done, and how long until all accounts were served again. */
  list(): string[] {
    const rows = this.#faults.map((fault) => [fault.kind, fault.what, seconds(this.#took(fault))]);
    return textTable([['fault', 'what', 'all served again, s'], ...rows], ['left', 'left', 'right']);
  }
}
