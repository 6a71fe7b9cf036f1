import { address, hash, listOf, object, oneOf, tradeId, uint, type ValueOf, variants, words } from '../codec';

/**
 * A batch as settlement-service wants it attested: the words as they stand in the call data. Batch 0 is a trial, with which
 * the contract is asked what it would say.
 */
export const attestationRequest = object({
  chainId: uint,
  contract: address,
  batchId: uint,
  /** Unix seconds of block time after which the contract refuses it. */
  validUntil: uint,
  /** Five words for each order. */
  orders: words,
  /** Three words for each trade. */
  trades: words,
});
export type AttestationRequest = ValueOf<typeof attestationRequest>;

/** What may only not be known yet: asking again later is right. */
const NOT_YET = [
  'CHAIN_UNKNOWN',
  'UNKNOWN_TRADE',
  'UNREPORTED',
  'ONE_SIDED',
  'UNKNOWN_TOKEN',
  // Whether the id of a trade is spent: one of the two that ask the chain was first to see it.
  'TRADE_ID',
  'KEY_AWAY',
] as const;

/** Why a batch is not attested. All but the first few are faults of whoever asks, or of what the ledger says. */
export const ATTESTATION_REFUSALS = [
  ...NOT_YET,
  // what was sent is no batch
  'MALFORMED',
  'BAD_INDEX',
  // the batch
  'WRONG_CHAIN',
  'WRONG_CONTRACT',
  'VALID_TOO_LONG',
  'TRIAL_TOO_LONG',
  'BATCH_TAKEN',
  'TRADE_TWICE',
  'UNUSED_ORDER',
  // a trade
  'REVERSED',
  'MAKER_AMOUNT',
  'TAKER_AMOUNT',
  'MAKER_FEE',
  'TAKER_FEE',
  'REBATE',
  'REBATE_TOKEN',
  'TRADE_PADDING',
  // what the ledger says of a side, against the engine's report
  'LEG_MARKET',
  'LEG_ORDER',
  'LEG_ACCOUNT',
  'LEG_SOLD',
  'LEG_BOUGHT',
  // the order of a side, against what the ledger says
  'ORDER_ACCOUNT',
  'ORDER_SELL_TOKEN',
  'ORDER_BUY_TOKEN',
  'ORDER_SELL_AMOUNT',
  'ORDER_BUY_AMOUNT',
  'ORDER_EXPIRY',
  'ORDER_NONCE',
  'ORDER_FLAGS',
  'ORDER_PADDING',
  'ORDER_SIGNATURE',
] as const;
export type AttestationRefusal = (typeof ATTESTATION_REFUSALS)[number];

/** Whether the same batch may be attested a little later. */
export const isNotYet = (reason: AttestationRefusal): boolean =>
  (NOT_YET as readonly AttestationRefusal[]).includes(reason);

/** The attester's signature of the batch; or why there is none, and which trades must be left out. */
export const attestationReply = variants({
  /** As the contract takes it: `vs` is s with the parity of v in its highest bit. */
  attested: { r: hash, vs: hash },
  /** `tradeIds`: as in the words; none when the batch as a whole is refused. */
  refused: { reason: oneOf(...ATTESTATION_REFUSALS), tradeIds: listOf(tradeId) },
});
export type AttestationReply = ValueOf<typeof attestationReply>;
