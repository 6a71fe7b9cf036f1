import type { StoredValue } from '../store/store';
import type { CallValue, FunctionName } from './call-data';

/** A value as a store keeps it: numbers as decimal texts. */
type StepValue = string | readonly string[];

/** An allowance that makes a step superfluous: it is as high as this already, or, with `orNone`, nothing. */
export interface Allowed {
  readonly token: string;
  readonly spender: string;
  readonly amount: string;
  readonly orNone: boolean;
}

/** One transaction of a list. */
export interface ChainStep {
  readonly call: FunctionName;
  readonly to: string;
  readonly values: readonly StepValue[];
  /** Wei that go along. */
  readonly wei: string;
  readonly unless?: Allowed | undefined;
}

const texts = (values: readonly CallValue[]): StepValue[] =>
  values.map((value) => (typeof value === 'object' ? value.map(String) : String(value)));

export const step = (to: string, call: FunctionName, values: readonly CallValue[], wei = 0n): ChainStep => ({
  ...{ call, to, values: texts(values), wei: wei.toString() },
});

/**
 * A deposit of a token: the contract is allowed exactly the amount, and takes it. An allowance that is there but too low
 * is taken back first, which some tokens ask for.
 */
export function tokenDeposit(contract: string, token: string, amount: bigint): ChainStep[] {
  const allowed = { token, spender: contract, amount: amount.toString() };
  return [
    { ...step(token, 'approve', [contract, 0n]), unless: { ...allowed, orNone: true } },
    { ...step(token, 'approve', [contract, amount]), unless: { ...allowed, orNone: false } },
    step(contract, 'depositToken', [token, amount]),
  ];
}

/** How far a list has come. */
export interface StepsDone {
  readonly steps: readonly ChainStep[];
  /** The first step that isn't done. */
  readonly at: number;
  /** What was about to be sent for it. */
  readonly sending?: {
    readonly nonce: number;
    readonly fromBlock: number;
    readonly hash?: string | undefined;
  };
  /** Of each step that is done its transaction, or null where none was needed. */
  readonly hashes: readonly (string | null)[];
}

/** The same as a store keeps it. */
export const stored = (progress: StepsDone): StoredValue => progress as unknown as StoredValue;

/** StepsDone that was kept. */
export const readProgress = (value: StoredValue): StepsDone => value as unknown as StepsDone;
