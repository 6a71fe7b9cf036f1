import { ExchangeError } from '@exchange/client';

const KINDS = ['placed', 'filled', 'canceled', 'deposits', 'withdrawals'] as const;
type Kind = (typeof KINDS)[number];

/** What the traders have done so far. */
export class Tally {
  readonly #counts = new Map<Kind, number>();
  readonly #refusals = new Map<string, number>();

  add(kind: Kind): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** Counts a refusal of the exchange by its code; any other error by its first line. */
  refused(error: unknown): void {
    const name =
      error instanceof ExchangeError ? error.code : (String(error).split('\n')[0] ?? '').slice(0, 120);
    this.#refusals.set(name, (this.#refusals.get(name) ?? 0) + 1);
  }

  get text(): string {
    const counts = KINDS.map((kind) => `${this.#counts.get(kind) ?? 0} ${kind}`);
    const refusals = [...this.#refusals].map(([name, count]) => `${count} × ${name}`);
    return [...counts, ...(refusals.length > 0 ? [`refused: ${refusals.join(', ')}`] : [])].join(', ');
  }
}
