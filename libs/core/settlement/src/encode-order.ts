import { type Address, assert } from '@exchange/core/kernel';
import type { SettleLeg, Signature } from '@exchange/core/message';
import { packWord } from './words';

/** The five words of an order in a batch (contracts/src/ExchangeTypes.sol, OrderIn). */
export interface OrderWords {
  readonly amounts: string;
  readonly terms: string;
  readonly tokens: string;
  readonly r: string;
  readonly vs: string;
}

/** The contract's id of a token, or undefined if the contract doesn't know it. */
export type TokenIdOf = (token: Address) => number | undefined;

const FLAG_PERSONAL = 1n;
const FLAG_DELEGATE = 2n;

/** Packs an order whose token ids are known. */
export function encodeOrder(
  { account, order }: Pick<SettleLeg, 'account' | 'order'>,
  sellTokenId: number,
  buyTokenId: number,
): OrderWords {
  const { terms, signature } = order;
  return {
    amounts: packWord([terms.sellAmount, 128], [terms.buyAmount, 128]),
    terms: packWord([BigInt(account), 160], [BigInt(terms.expiry), 32], [BigInt(terms.nonce), 64]),
    tokens: packWord(
      [BigInt(sellTokenId), 16],
      [BigInt(buyTokenId), 16],
      [orderFlags({ account, order }), 8],
    ),
    r: signature.r,
    vs: compactS(signature),
  };
}

/** How the order was signed: in the personal form, and by whom. */
export const orderFlags = ({
  account,
  order: { format, signer },
}: Pick<SettleLeg, 'account' | 'order'>): bigint =>
  (format === 'sign' ? FLAG_PERSONAL : 0n) | (signer === account ? 0n : FLAG_DELEGATE);

/** s with the parity of v in its highest bit (EIP-2098). */
export function compactS(signature: Signature): string {
  assert(signature.v === 27 || signature.v === 28, `v of a signature is ${signature.v}`);
  const parity = BigInt(signature.v - 27);
  return packWord([(parity << 255n) | BigInt(signature.s), 256]);
}
