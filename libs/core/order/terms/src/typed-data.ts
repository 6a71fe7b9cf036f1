import { DOMAIN_VERSION, type SigningDomain } from './domain';
import type { OrderTerms } from './terms';

/** A member of an EIP-712 type. */
export interface TypedField {
  name: string;
  type: string;
}

/** The members of an order, for `signTypedData(domain, types, message)` of wallets and libraries. */
export const ORDER_TYPES: Record<'Order', TypedField[]> = {
  Order: [
    { name: 'sellTokenAddress', type: 'address' },
    { name: 'sellTokenAmount', type: 'uint128' },
    { name: 'buyTokenAddress', type: 'address' },
    { name: 'buyTokenAmount', type: 'uint128' },
    { name: 'expiry', type: 'uint32' },
    { name: 'nonce', type: 'uint64' },
  ],
};

export interface TypedDomain {
  name: string;
  version: string;
  chainId: number;
  verifyingContract: string;
}

/** The EIP-712 domain as wallets take it. */
export function typedDomain(domain: SigningDomain): TypedDomain {
  return {
    name: domain.name,
    version: DOMAIN_VERSION,
    chainId: domain.chainId,
    verifyingContract: domain.contract,
  };
}

export interface OrderMessage {
  sellTokenAddress: string;
  sellTokenAmount: string;
  buyTokenAddress: string;
  buyTokenAmount: string;
  expiry: number;
  nonce: number;
}

/** The order as an EIP-712 message; amounts as decimal text, so that it survives JSON. */
export function orderMessage(terms: OrderTerms): OrderMessage {
  return {
    sellTokenAddress: terms.sellToken,
    sellTokenAmount: terms.sellAmount.toString(),
    buyTokenAddress: terms.buyToken,
    buyTokenAmount: terms.buyAmount.toString(),
    expiry: terms.expiry,
    nonce: terms.nonce,
  };
}
