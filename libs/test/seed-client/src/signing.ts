import { createHmac } from 'node:crypto';
import { getBytes, type HDNodeWallet, solidityPackedKeccak256, TypedDataEncoder, type Wallet } from 'ethers';

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

export type SigningKey = Wallet | HDNodeWallet;
type SignedFields = readonly (readonly [name: string, type: string])[];
type Values = Readonly<Record<string, unknown>>;

const ORDER: SignedFields = [
  ['sellTokenAddress', 'address'],
  ['sellTokenAmount', 'uint128'],
  ['buyTokenAddress', 'address'],
  ['buyTokenAmount', 'uint128'],
  ['expiry', 'uint32'],
  ['nonce', 'uint64'],
];
const SHORT_WITHDRAWAL: SignedFields = [
  ['token', 'address'],
  ['amount', 'uint256'],
  ['nonce', 'uint64'],
];
const FULL_WITHDRAWAL: SignedFields = [
  ['account', 'address'],
  ['token', 'address'],
  ['amount', 'uint256'],
  ['maxFee', 'uint256'],
  ['receiver', 'address'],
  ['nonce', 'uint64'],
  ['deadline', 'uint32'],
];

const typed = ({ name, chainId, contract }: TypedDataDomain) => ({
  ...{ name, version: '1', chainId },
  verifyingContract: contract,
});
const named = (fields: SignedFields) => fields.map(([name, type]) => ({ name, type }));

/** What `sign` signs: the fields without padding, then the contract. */
const packedHash = (fields: SignedFields, values: Values, { contract }: TypedDataDomain): string =>
  solidityPackedKeccak256(
    [...fields.map(([, type]) => type), 'address'],
    [...fields.map(([name]) => values[name]), contract],
  );

function sign(
  key: SigningKey,
  domain: TypedDataDomain,
  [type, fields, values]: readonly [type: string, fields: SignedFields, values: Values],
  format: SigningFormat,
): Promise<string> {
  if (format === 'sign') return key.signMessage(getBytes(packedHash(fields, values, domain)));
  return key.signTypedData(typed(domain), { [type]: named(fields) }, values);
}

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
  if (format === 'sign') return packedHash(ORDER, values, domain);
  return TypedDataEncoder.hash(typed(domain), { Order: named(ORDER) }, values);
}

/** The signature of an order in either format. */
export const signOrder = (
  key: SigningKey,
  domain: TypedDataDomain,
  terms: Terms,
  format: SigningFormat,
): Promise<string> => sign(key, domain, ['Order', ORDER, orderMembers(terms)], format);

/** The fields of a login: a text that ends with the nonce (seed: Authentication). */
export async function signLogin(key: SigningKey, text = 'Hello from 2020, ') {
  const nonce = nextNonce();
  const message = `${text}${nonce}`;
  return { message, nonce, signature: await key.signMessage(message) };
}

export interface ShortWithdrawal {
  readonly token: string;
  readonly amount: bigint;
  readonly nonce: number;
}

/** The five fields of submitWithdrawal, signed in either format (docs/interface/withdrawals.md). */
export async function signSubmittedWithdrawal(
  key: SigningKey,
  domain: TypedDataDomain,
  { token, amount, nonce }: ShortWithdrawal,
  format: SigningFormat,
) {
  const values = { token, amount, nonce };
  const signature = await sign(key, domain, ['Withdrawal', SHORT_WITHDRAWAL, values], format);
  return { token, amount: `${amount}`, nonce, signature, signatureFormat: format };
}

export interface FullWithdrawal extends ShortWithdrawal {
  readonly account: string;
  readonly maxFee: bigint;
  readonly receiver: string;
  readonly deadline: number;
}

/** The eight fields of a submitWithdrawal that says receiver, fee and deadline, too. */
export async function signFullWithdrawal(
  key: SigningKey,
  domain: TypedDataDomain,
  withdrawal: FullWithdrawal,
) {
  const { token, amount, maxFee, receiver, nonce, deadline } = withdrawal;
  const values = { ...withdrawal };
  const signature = await sign(key, domain, ['Withdrawal', FULL_WITHDRAWAL, values], 'signTypedData');
  return {
    ...{ token, amount: `${amount}`, nonce, signature, signatureFormat: 'signTypedData' as const },
    ...{ receiver, maxFee: `${maxFee}`, deadline },
  };
}

/** The fields of updateUsername (docs/interface/identity.md). */
export async function signUsername(key: SigningKey, username: string) {
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
