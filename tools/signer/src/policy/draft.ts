import type { TokenValue } from './usage';

/** Every reason not to sign, as docs/remote-signer.md explains them. */
export const REFUSAL_CODES = [
  'MALFORMED',
  'TOO_LARGE',
  'NOT_FOUND',
  'CLIENT',
  'DOMAIN',
  'FUNCTION',
  'CALL_DATA',
  'BATCH',
  'VALID_UNTIL',
  'GAS_LIMIT',
  'FEE_PER_GAS',
  'FEE',
  'STATEMENT',
  'RECEIVER',
  'NONCE',
  'NONCE_USED',
  'TOKEN',
  'VALUE_PER_HOUR',
  'VALUE_PER_DAY',
  'RATE',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** An expected no. Nothing was signed, and nothing counts. */
export class SigningRefusal extends Error {
  override readonly name = 'SigningRefusal';
  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message);
  }
}

/** Throws a {@link SigningRefusal} unless it holds. */
export function insist(holds: boolean, code: RefusalCode, message: () => string): void {
  if (!holds) throw new SigningRefusal(code, message());
}

/** What would be signed, as far as limits and the audit log need it. */
export interface Draft {
  readonly digest: string;
  /** What leaves the contract by it. */
  readonly values: readonly TokenValue[];
  /** What may be signed for one digest only. */
  readonly once: string | undefined;
  /** What the audit log says of it, in texts and numbers. */
  readonly about: Readonly<Record<string, unknown>>;
}
