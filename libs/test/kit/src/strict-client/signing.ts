import { createHmac } from 'node:crypto';
import { getBytes, solidityPackedKeccak256, TypedDataEncoder, type Wallet } from 'ethers';

/** The signing domain (seed: Order signature formats): the service's name, and where its contract is. */
export interface TypedDataDomain {
  readonly name: string;
  readonly chainId: number;
  readonly contract: string;
}

export type SigningFormat = 'sign' | 'signTypedData';

/** An order's signed terms, in smallest units; expiry in Unix seconds. */
export interface Terms {
  readonly sellToken: string;
  readonly sellAmount: bigint;
  readonly buyToken: string;
  readonly buyAmount: bigint;
  readonly expiry: number;
  readonly nonce: number;
}

let lastNonce = Date.now();
/** Higher than all before. */
export const nextNonce = (): number => (lastNonce += 1);

const typed = ({ name, chainId, contract }: TypedDataDomain) => ({
  ...{ name, version: '1', chainId },
  verifyingContract: contract,
});

const ORDER = {
  Order: [
    { name: 'sellTokenAddress', type: 'address' },
    { name: 'sellTokenAmount', type: 'uint128' },
    { name: 'buyTokenAddress', type: 'address' },
    { name: 'buyTokenAmount', type: 'uint128' },
    { name: 'expiry', type: 'uint32' },
    { name: 'nonce', type: 'uint64' },
  ],
};
const PACKED_ORDER = ['address', 'uint128', 'address', 'uint128', 'uint32', 'uint64', 'address'];

const orderMembers = (terms: Terms) => ({
  sellTokenAddress: terms.sellToken.toLowerCase(),
  sellTokenAmount: terms.sellAmount,
  buyTokenAddress: terms.buyToken.toLowerCase(),
  buyTokenAmount: terms.buyAmount,
  expiry: terms.expiry,
  nonce: terms.nonce,
});

/** The hash that is signed: the packed one for `sign`, the EIP-712 digest for `signTypedData`. */
export function orderHash(domain: TypedDataDomain, terms: Terms, format: SigningFormat): string {
  const values = orderMembers(terms);
  if (format === 'signTypedData') return TypedDataEncoder.hash(typed(domain), ORDER, values);
  return solidityPackedKeccak256(PACKED_ORDER, [...Object.values(values), domain.contract]);
}

/** The signature of an order in either format. */
export function signOrder(
  key: Wallet,
  domain: TypedDataDomain,
  terms: Terms,
  format: SigningFormat,
): Promise<string> {
  if (format === 'sign') return key.signMessage(getBytes(orderHash(domain, terms, format)));
  return key.signTypedData(typed(domain), ORDER, orderMembers(terms));
}

/** The fields of a login: a text that ends with the nonce (seed: Authentication). */
export async function signLogin(key: Wallet) {
  const nonce = nextNonce();
  const message = `Hello from 2020, ${nonce}`;
  return { message, nonce, signature: await key.signMessage(message) };
}

/** The five fields of submitWithdrawal, signed in either format (docs/interface/withdrawals.md). */
export async function signSubmittedWithdrawal(
  key: Wallet,
  domain: TypedDataDomain,
  { token, amount, nonce }: { readonly token: string; readonly amount: bigint; readonly nonce: number },
  format: SigningFormat,
) {
  const Withdrawal = [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'nonce', type: 'uint64' },
  ];
  const types = ['address', 'uint256', 'uint64', 'address'];
  const signature =
    format === 'sign'
      ? await key.signMessage(
          getBytes(solidityPackedKeccak256(types, [token, amount, nonce, domain.contract])),
        )
      : await key.signTypedData(typed(domain), { Withdrawal }, { token, amount, nonce });
  return { token, amount: `${amount}`, nonce, signature, signatureFormat: format };
}

/** The fields of updateUsername (docs/interface/identity.md). */
export async function signUsername(key: Wallet, username: string) {
  return { username, signature: await key.signMessage(`Set username: ${username}`) };
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The six digits of RFC 6238 (SHA-1, steps of 30 s) at a time in ms, as a number. */
export function oneTimeCode(secret: string, atMs: number): number {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return (mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
}
