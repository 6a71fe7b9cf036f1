import type { Address } from '@exchange/core/kernel';

/** What ties signatures to one deployment: name (EXCHANGE_NAME), chain and exchange contract (EIP-712 domain). */
export interface SigningDomain {
  readonly name: string;
  readonly chainId: number;
  readonly contract: Address;
}

/** The version member of the EIP-712 domain (docs/interface, order signatures). */
export const DOMAIN_VERSION = '1';
