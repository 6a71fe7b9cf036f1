/** One changed line. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly kind: string;
}

export function mutantsOf(file: string, source: string): Mutant[];
export function mutated(source: string, mutant: Mutant): string;
export function shuffled(mutants: readonly Mutant[], seed: number): Mutant[];
