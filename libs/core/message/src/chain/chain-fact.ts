import {
  address,
  amount,
  bool,
  hash,
  oneOf,
  text,
  tradeId,
  uint,
  uint256,
  type ValueOf,
  variants,
} from '../codec';

/** Where on the chain a fact stands: (transaction, logIndex) names it for ever. */
const place = { transaction: hash, logIndex: uint };
const ofAccount = { ...place, account: address };

/** What the contract said in one event (docs: contracts/README, events). Amounts in smallest units, times in Unix seconds. */
export const chainFact = variants({
  deposited: { ...ofAccount, token: address, amount, payer: address },
  withdrawn: {
    ...ofAccount,
    token: address,
    amount,
    /** The part of the amount that went to the fee collector. */
    fee: amount,
    receiver: address,
    nonce: uint,
    by: oneOf('cosigned', 'submitted', 'exit'),
  },
  withdrawal_failed: { ...ofAccount, nonce: uint, reason: uint },
  trade_settled: {
    ...place,
    tradeId,
    maker: address,
    taker: address,
    makerOrder: hash,
    takerOrder: hash,
    /** What the maker sold and what the taker sold, gross. */
    makerAmount: amount,
    takerAmount: amount,
    makerFee: amount,
    takerFee: amount,
    makerRebate: amount,
    makerToken: address,
    takerToken: address,
    rebateInBoughtToken: bool,
  },
  /** `code` and `side` are the contract's. */
  trade_failed: { ...place, tradeId, code: uint, side: uint },
  batch_settled: { ...place, batchId: uint, settled: uint, failed: uint },
  exit_requested: { ...ofAccount, token: address, effectiveAt: uint },
  exit_cancelled: { ...ofAccount, token: address },
  order_cancelled: { ...ofAccount, orderHash: hash, effectiveAt: uint },
  /** From then on no order of the account that sells the token with a nonce below is filled. It never falls. */
  min_nonce_requested: { ...ofAccount, token: address, minNonce: uint256, effectiveAt: uint },
  min_nonce_raised: { ...ofAccount, token: address, minNonce: uint256 },
  /** No withdrawal of the account with this nonce can be mined any more. */
  nonce_voided: { ...ofAccount, nonce: uint },
  delegate_added: { ...ofAccount, delegate: address, validUntil: uint },
  delegate_removed: { ...ofAccount, delegate: address, effectiveAt: uint },
  /** The collector set so much aside as the budget for rebates, or the admin gave it back to the collector. */
  rebates_funded: { ...place, token: address, amount },
  rebates_released: { ...place, token: address, amount },
  token_registered: { ...place, id: uint, token: address },
  /** A parameter or role changed: name and new value as text. */
  parameter: { ...place, name: text, value: text },
});
export type ChainFact = ValueOf<typeof chainFact>;
export type ChainFactOf<K extends ChainFact['kind']> = Extract<ChainFact, { kind: K }>;
