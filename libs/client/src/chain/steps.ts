import type { CommandOf } from '@exchange/core/wire';
import type { CoSignature } from '../withdrawal';
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

/** Sends a transaction. */
export interface SendStep {
  readonly kind: 'send';
  readonly call: FunctionName;
  readonly to: string;
  readonly values: readonly StepValue[];
  /** Wei that go along. */
  readonly wei: string;
  readonly unless?: Allowed;
  /** Whether the co-signature of the list goes behind the values. */
  readonly isCoSigned?: boolean;
}

/** Waits until the last transaction is in a block. */
export interface MinedStep {
  readonly kind: 'mined';
}

/** Shows the last transaction to the account's clients, as a deposit. */
export interface AnnounceStep {
  readonly kind: 'announceDeposit';
  readonly token: string;
  readonly amount: string;
}

/** Has the exchange promise and co-sign a withdrawal. */
export interface CoSignStep {
  readonly kind: 'coSign';
  readonly token: string;
  readonly amount: string;
}

/** Shows the last transaction at the withdrawal that it carries out. */
export interface ShowStep {
  readonly kind: 'showWithdrawal';
}

/** Has the exchange submit a withdrawal that is signed. */
export interface SubmitStep {
  readonly kind: 'submitWithdrawal';
  readonly command: CommandOf<'submitWithdrawal'>;
}

export type ChainStep = SendStep | MinedStep | AnnounceStep | CoSignStep | ShowStep | SubmitStep;

/** A transaction that was about to be sent: with the nonce, the chain takes one of all that are sent for it. */
export interface Attempt {
  readonly nonce: number;
  /** The newest block before it. */
  readonly fromBlock: number;
  readonly hash?: string;
}

/** A transaction that was sent. */
export interface SentCall extends Attempt {
  readonly call: FunctionName;
  readonly hash: string;
}

/** What a step gave when it was done; nothing when there was nothing to do. */
export interface StepResult {
  /** Null when the transaction wasn't needed. */
  readonly sent?: SentCall | null;
  /** The ledger entry of a withdrawal. */
  readonly entry?: number;
  readonly consent?: CoSignature;
}

/** What was kept of a step before it asked something. */
export interface Begun {
  readonly attempt?: Attempt;
  /** The newest entry before a withdrawal was asked for, and when that was, in Unix ms. */
  readonly asked?: { readonly after: number; readonly at: number };
  /** The entry of a co-signature whose deadline has passed. */
  readonly lapsed?: number;
}

/** What a step is carried out with. */
export interface StepState {
  /** Of the steps before it. */
  readonly given: readonly StepResult[];
  readonly begun: Begun;
  keep(begun: Begun): Promise<void>;
}

/** A step is done, or the list goes on with an earlier one, and tells the error if there is one. */
export type StepEnd =
  | { readonly given: StepResult }
  | { readonly backTo: 'send' | 'coSign'; readonly begun: Begun; readonly error?: Error };

const texts = (values: readonly CallValue[]): StepValue[] =>
  values.map((value) => (typeof value === 'object' ? value.map(String) : String(value)));

export const send = (to: string, call: FunctionName, values: readonly CallValue[], wei = 0n): SendStep => ({
  ...{ kind: 'send', call, to, values: texts(values), wei: wei.toString() },
});

export const announceDeposit = (token: string, amount: bigint): AnnounceStep => ({
  ...{ kind: 'announceDeposit', token, amount: amount.toString() },
});

export const MINED: MinedStep = { kind: 'mined' };

/**
 * A deposit of a token that has no permit: the contract is allowed exactly the amount, and takes it. An allowance that is
 * there but too low is taken back first, which some tokens ask for.
 */
export function approvedDeposit(contract: string, token: string, amount: bigint): readonly ChainStep[] {
  const allowed = { token, spender: contract, amount: amount.toString() };
  return [
    { ...send(token, 'approve', [contract, 0n]), unless: { ...allowed, orNone: true } },
    MINED,
    { ...send(token, 'approve', [contract, amount]), unless: { ...allowed, orNone: false } },
    MINED,
    send(contract, 'depositToken', [token, amount]),
  ];
}

/** A withdrawal with the exchange's co-signature, which the account carries out. The receiver is the account. */
export const coSignedSteps = (
  contract: string,
  account: string,
  token: string,
  amount: bigint,
): readonly ChainStep[] => [
  { kind: 'coSign', token, amount: amount.toString() },
  { ...send(contract, 'withdraw', [token, amount, account]), isCoSigned: true },
  { kind: 'showWithdrawal' },
  MINED,
];
