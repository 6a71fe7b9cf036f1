import type { Address } from '@exchange/core/kernel';
import type { Crypto, SigningDomain } from '@exchange/core/order';

/** What the contract was deployed with, and what it needs to judge signatures. */
export interface SettleRules {
  readonly domain: SigningDomain;
  readonly crypto: Crypto;
  readonly collector: Address;
  /** The holder of ATTESTER. */
  readonly attester: Address;
}
