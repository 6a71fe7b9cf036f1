import { getBytes, type HDNodeWallet, solidityPackedKeccak256, TypedDataEncoder, type Wallet } from 'ethers';

export type Key = Wallet | HDNodeWallet;

/** What a signature is for: where the exchange is. */
export interface Domain {
  readonly name: string;
  readonly chainId: number;
  readonly contract: string;
}

type Format = 'sign' | 'signTypedData';
type Fields = readonly (readonly [name: string, type: string])[];

const ORDER: Fields = [
  ['sellTokenAddress', 'address'],
  ['sellTokenAmount', 'uint128'],
  ['buyTokenAddress', 'address'],
  ['buyTokenAmount', 'uint128'],
  ['expiry', 'uint32'],
  ['nonce', 'uint64'],
];
const SHORT_WITHDRAWAL: Fields = [
  ['token', 'address'],
  ['amount', 'uint256'],
  ['nonce', 'uint64'],
];
const WITHDRAWAL: Fields = [
  ['account', 'address'],
  ['token', 'address'],
  ['amount', 'uint256'],
  ['maxFee', 'uint256'],
  ['receiver', 'address'],
  ['nonce', 'uint64'],
  ['deadline', 'uint32'],
];

const named = (fields: Fields) => fields.map(([name, type]) => ({ name, type }));

/** The packed hash that `sign` signs: the fields without padding, then the contract. */
const packedHash = (fields: Fields, values: readonly unknown[], { contract }: Domain): string =>
  solidityPackedKeccak256([...fields.map(([, type]) => type), 'address'], [...values, contract]);

const typedDomain = ({ name, chainId, contract }: Domain) => ({
  ...{ name, version: '1', chainId, verifyingContract: contract },
});

async function signTyped(key: Key, domain: Domain, type: string, fields: Fields, values: readonly unknown[]) {
  const value = Object.fromEntries(fields.map(([name], index) => [name, values[index]]));
  const types = { [type]: named(fields) };
  const hash = TypedDataEncoder.hash(typedDomain(domain), types, value);
  return { hash, signature: await key.signTypedData(typedDomain(domain), types, value) };
}

interface OrderTerms {
  readonly sellToken: string;
  readonly sellAmount: bigint;
  readonly buyToken: string;
  readonly buyAmount: bigint;
  readonly expiry: number;
  readonly nonce: number;
}

const orderValues = ({ sellToken, sellAmount, buyToken, buyAmount, expiry, nonce }: OrderTerms) => [
  ...[sellToken, sellAmount, buyToken, buyAmount, expiry, nonce],
];

/** Both hashes of an order: the packed one, and the EIP-712 digest. */
export function orderHashes(domain: Domain, terms: OrderTerms): { sign: string; signTypedData: string } {
  const values = orderValues(terms);
  const value = Object.fromEntries(ORDER.map(([name], index) => [name, values[index]]));
  return {
    sign: packedHash(ORDER, values, domain),
    signTypedData: TypedDataEncoder.hash(typedDomain(domain), { Order: named(ORDER) }, value),
  };
}

/** Signs an order in one of the seed's two formats; the hash is the one that the format signs. */
export async function signOrder(
  key: Key,
  domain: Domain,
  order: OrderTerms & { readonly format?: Format },
): Promise<{ hash: string; signature: string }> {
  if (order.format !== 'sign') return signTyped(key, domain, 'Order', ORDER, orderValues(order));
  const hash = packedHash(ORDER, orderValues(order), domain);
  return { hash, signature: await key.signMessage(getBytes(hash)) };
}

export interface ShortWithdrawal {
  readonly token: string;
  readonly amount: bigint;
  readonly nonce: number;
}

/** Signs a withdrawal in the seed's own fields (docs/interface, submitted). */
export async function signShortWithdrawal(
  key: Key,
  domain: Domain,
  { token, amount, nonce }: ShortWithdrawal,
  format: Format,
): Promise<string> {
  const values = [token, amount, nonce];
  if (format === 'sign') return key.signMessage(getBytes(packedHash(SHORT_WITHDRAWAL, values, domain)));
  return (await signTyped(key, domain, 'Withdrawal', SHORT_WITHDRAWAL, values)).signature;
}

export interface FullWithdrawal extends ShortWithdrawal {
  readonly maxFee: bigint;
  readonly receiver: string;
  readonly deadline: number;
}

/** Signs a withdrawal that says receiver, fee and deadline, too. */
export async function signFullWithdrawal(
  key: Key,
  domain: Domain,
  { token, amount, maxFee, receiver, nonce, deadline }: FullWithdrawal,
): Promise<string> {
  const values = [key.address, token, amount, maxFee, receiver, nonce, deadline];
  return (await signTyped(key, domain, 'Withdrawal', WITHDRAWAL, values)).signature;
}
