/**
 * What a token may do that an exchange must know before it lists it (design of the contract: rebasing tokens and those that
 * take a fee of transfers are never listed).
 */
export const TOKEN_TRAPS = [
  'no contract',
  'no such decimals',
  'another symbol',
  'another name',
  'another supply',
  'upgradeable',
  'may be paused',
  'paused',
  'may block holders',
  'may mint',
  'may take a fee of transfers',
  'takes a fee of transfers',
  'refuses transfers',
  'changes balances by itself',
  'calls whoever sends or receives it',
  'transfer not tried',
] as const;

export type TokenTrapName = (typeof TOKEN_TRAPS)[number];

/** Balances or transfers of such a token aren't what the ledger believes: it must not be listed. */
const FATAL: ReadonlySet<TokenTrapName> = new Set<TokenTrapName>([
  'no contract',
  'no such decimals',
  'paused',
  'takes a fee of transfers',
  'refuses transfers',
  'changes balances by itself',
]);

export interface TokenTrap {
  readonly trap: TokenTrapName;
  /** Such a token must not be listed. */
  readonly isFatal: boolean;
  /** Where it was seen. */
  readonly detail: string;
}

export const tokenTrap = (trap: TokenTrapName, detail: string): TokenTrap => ({
  ...{ trap, isFatal: FATAL.has(trap), detail },
});
