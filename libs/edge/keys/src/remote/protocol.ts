import type { ContractDomain } from '@exchange/contract/chain';
import {
  address,
  type Codec,
  coded,
  hash,
  listOf,
  object,
  plain,
  text,
  uint,
  type ValueOf,
  variants,
} from '@exchange/core/message';
import { Type } from '@sinclair/typebox';

/** The contract takes no more (contract: settleBatch, cancelOrdersCoSigned). */
const ORDERS_MAX = 256;
const TRADES_MAX = 128;
const ORDER_HASHES_MAX = 64;
/** No call of the settler has more bytes. */
const DATA_BYTES_MAX = 128 * 1024;

/** An unsigned integer of at most 256 bits, as decimal digits. */
const uint256: Codec<bigint> = coded(
  Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' }),
  (value: bigint) => value.toString(),
  (json: string) => BigInt(json),
);
const uint64: Codec<bigint> = coded(
  Type.String({ pattern: '^(0|[1-9][0-9]{0,19})$' }),
  (value: bigint) => value.toString(),
  (json: string) => BigInt(json),
);
const bytes: Codec<string> = plain(
  Type.String({ pattern: '^0x([0-9a-f]{2})*$', maxLength: 2 + 2 * DATA_BYTES_MAX }),
);

const word: Codec<string> = plain(hash.schema);

/** The deployment that a signature is for (EIP-712, whose version is 1). */
const domain: Codec<ContractDomain> = object({ name: text, chainId: uint, contract: address });

/** POST /v1/settler/transaction. Amounts in wei; the transaction is of EIP-1559, carries no value and no access list. */
export const transactionRequest = object({
  chainId: uint,
  to: address,
  data: bytes,
  nonce: uint,
  gasLimit: uint256,
  maxFeePerGas: uint256,
  maxPriorityFeePerGas: uint256,
});

const orderWords = object({ amounts: word, terms: word, tokens: word, r: word, vs: word });
const tradeWords = object({ amounts: word, fees: word, ids: word });

/** POST /v1/attester/batch: the words as settleBatch takes them. */
export const batchRequest = object({
  domain,
  batchId: uint64,
  validUntil: uint,
  orders: listOf(orderWords, ORDERS_MAX),
  trades: listOf(tradeWords, TRADES_MAX),
});
export type BatchRequest = ValueOf<typeof batchRequest>;

const ofAccount = { account: address };

/** POST /v1/cosigner/statement: `kind` is the primary type of EIP-712, the other members are the message's. */
export const statementRequest = object({
  domain,
  statement: variants({
    ArbiterWithdrawal: {
      ...ofAccount,
      token: address,
      amount: uint256,
      receiver: address,
      nonce: uint64,
      deadline: uint,
    },
    DelegateRemoval: { ...ofAccount, delegate: address, deadline: uint },
    MinimumNonce: { ...ofAccount, token: address, minNonce: uint64, deadline: uint },
    OrderCancellation: { ...ofAccount, orderHashes: listOf(hash, ORDER_HASHES_MAX), deadline: uint },
  }),
});
export type StatementRequest = ValueOf<typeof statementRequest>;

/** What was signed, and its signature: the same one for the same request. */
export const signedAnswer = object({ digest: hash, r: hash, s: hash, yParity: uint });
export type SignedAnswer = ValueOf<typeof signedAnswer>;

/** Why nothing was signed. */
export const refusalAnswer = object({ code: text, message: text });
export type RefusalAnswer = ValueOf<typeof refusalAnswer>;

/** GET {@link KEYS_PATH}: what the client may use. */
export const keysAnswer = object({ keys: listOf(object({ key: text, address }), 64) });
export const KEYS_PATH = '/v1/keys';

/** Where each key signs what it signs; the only thing that it signs. */
export const SIGNER_PATHS = {
  settler: '/v1/settler/transaction',
  attester: '/v1/attester/batch',
  cosigner: '/v1/cosigner/statement',
} as const;

/** A request with more bytes is refused. */
export const REQUEST_BYTES_MAX = 512 * 1024;
