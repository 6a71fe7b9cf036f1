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
export type Verdict = 'survived' | 'killed' | 'not compiled' | 'broken';

export function verdictOf(run: { readonly passed: boolean; readonly text: string }): Verdict;
export function shuffled(mutants: readonly Mutant[], seed: number): Mutant[];
