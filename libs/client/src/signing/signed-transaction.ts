import { fromHex, toHex } from './hex';
import { keccak256 } from './noble-crypto';
import { type PrivateKey, readPrivateKey } from './private-key';

/** A transaction with a fee market (EIP-1559), without an access list. Fees and value in wei. */
export interface FeeTransaction {
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly gas: bigint;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/** The transaction as a node takes it (`eth_sendRawTransaction`), and its hash. */
export interface RawTransaction {
  readonly raw: string;
  readonly hash: string;
}

/** Signs the transactions of an account. */
export interface TransactionSigner {
  readonly address: string;
  /** The same transaction always the same way. RangeError for what is no address or no hex data. */
  sign(transaction: FeeTransaction): RawTransaction;
}

const TYPE = 2;

/** Signs with a private key, 0x and 64 hex digits. RangeError for anything else, which it doesn't repeat. */
export function transactionSigner(privateKey: string): TransactionSigner {
  const key = readPrivateKey(privateKey);
  return { address: key.address, sign: (transaction) => signed(transaction, key) };
}

function signed(transaction: FeeTransaction, key: PrivateKey): RawTransaction {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, to, value, data } = transaction;
  const receiver = fromHex(to);
  if (receiver.length !== 20) throw new RangeError(`${to} is no address`);
  const fields = [
    ...[chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map(number),
    ...[text(receiver), number(value), text(fromHex(data)), list([])],
  ];
  const { r, s, yParity } = key.sign(keccak256(typed(fields)));
  const whole = typed([...fields, ...[BigInt(yParity), bigintOf(r), bigintOf(s)].map(number)]);
  return { raw: toHex(whole), hash: toHex(keccak256(whole)) };
}

const typed = (fields: readonly Uint8Array[]): Uint8Array => new Uint8Array([TYPE, ...list(fields)]);

/* Recursive length prefix: a text, or a list of items, after its length; a number is a text without zeros in front. */

const SHORT_MAX = 55;
const TEXT = 0x80;
const LIST = 0xc0;

function text(bytes: Uint8Array): Uint8Array {
  const [first] = bytes;
  return bytes.length === 1 && first !== undefined && first < TEXT ? bytes : prefixed(TEXT, bytes);
}

const list = (items: readonly Uint8Array[]): Uint8Array =>
  prefixed(
    LIST,
    items.flatMap((item) => [...item]),
  );

function prefixed(kind: number, body: Uint8Array | readonly number[]): Uint8Array {
  if (body.length <= SHORT_MAX) return new Uint8Array([kind + body.length, ...body]);
  const length = bytesOf(BigInt(body.length));
  return new Uint8Array([kind + SHORT_MAX + length.length, ...length, ...body]);
}

const number = (value: bigint): Uint8Array => text(bytesOf(value));

/** Big-endian, without zeros in front; none of zero. */
function bytesOf(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError(`${value} is negative`);
  const digits = value === 0n ? '' : value.toString(16);
  return fromHex(`0x${digits.length % 2 === 1 ? '0' : ''}${digits}`);
}

const bigintOf = (bytes: Uint8Array): bigint => BigInt(toHex(bytes));
