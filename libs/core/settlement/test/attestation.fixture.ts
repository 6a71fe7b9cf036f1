import {
  type Address,
  amount,
  type Hash,
  type MarketId,
  type OrderId,
  type TokenAmount,
  type TradeId,
  tradeId,
} from '@exchange/core/kernel';
import { type AttestationRequest, settleLeg, type SettleLeg } from '@exchange/core/message';
import type { AttestationRecord } from '../src/attestation/attestation-checks';
import { packedWords } from '../src/attestation/decode-batch';
import type { KnownTrade } from '../src/attestation/known-trade';
import { type BatchTrade, batchTrade, encodeBatch, type EncodedBatch } from '../src/encode-batch';
import { accountOf, hashOf } from './batch.fixture';

export const NOW = 1_800_000_000;
const ETH = accountOf(5_000);
const DAI = accountOf(5_001);
/** Registered, but of no order here. */
const USDC = accountOf(5_002);
const TOKENS: readonly Address[] = [ETH, DAI, USDC];
const CONTRACT = accountOf(6_000);
const CHAIN_ID = 31_337;
const MARKET = 'ETHDAI' as MarketId;

/** What a batch is asked for, and what is known of its trades. */
export interface Scene {
  readonly request: AttestationRequest;
  readonly known: readonly KnownTrade[];
  readonly isTaken?: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A leg of the ledger, for the maker or the taker of a trade. */
export function legOf(role: 'maker' | 'taker', id: number, change: Partial<SettleLeg> = {}): SettleLeg {
  const own = role === 'maker' ? 2 * id : 2 * id + 1;
  const [sellToken, buyToken] = role === 'maker' ? [ETH, DAI] : [DAI, ETH];
  const [sold, bought] = role === 'maker' ? [1_000n, 200_000n] : [200_000n, 1_000n];
  const leg = settleLeg.read({
    ...{ tradeId: id, market: MARKET, role, account: accountOf(own), accountSeq: 1, orderId: 10_000 + own },
    orderHash: hashOf(own),
    order: {
      terms: {
        sellToken,
        sellAmount: `${sold * 3n}`,
        buyToken,
        buyAmount: `${bought}`,
        expiry: NOW + own,
        nonce: own,
      },
      signature: { v: 27 + (own % 2), r: hashOf(7_000 + own), s: hashOf(8_000 + own) },
      format: own % 3 === 0 ? 'sign' : 'signTypedData',
      signer: own % 5 === 0 ? accountOf(9_000 + own) : accountOf(own),
    },
    ...{ sold: `${sold}`, bought: `${bought}`, fee: role === 'maker' ? '7' : '13' },
    ...{ rebate: role === 'maker' ? '5' : '0', rebateToken: id % 2 === 0 ? 'buy' : 'sell' },
  });
  return { ...leg, ...change };
}

/** A trade about which engine and ledger say the same. */
export function knownTrade(id: number, change: Partial<KnownTrade> = {}): KnownTrade {
  const [maker, taker] = [legOf('maker', id), legOf('taker', id)];
  const side = ({ orderId, account, sold }: SettleLeg) => ({ orderId, account, sold });
  return {
    ...{ id: tradeId(id), maker, taker, isReversed: false, isSpent: false },
    report: { market: MARKET, maker: side(maker), taker: side(taker) },
    ...change,
  };
}

export const tokenIdOf = (token: string): number | undefined => {
  const index = TOKENS.findIndex((known) => known === token);
  return index < 0 ? undefined : index;
};

/** The words of trades as settlement-service encodes them. */
export function encoded(trades: readonly BatchTrade[]): EncodedBatch {
  const result = encodeBatch(trades, tokenIdOf);
  if (!result.ok) throw new Error(`not encoded: ${result.code}`);
  return result.value;
}

/** A batch of these trades as the ledger has them; `change` says what is asked for instead. */
export function sceneOf(
  known: readonly KnownTrade[],
  change: { trade?: (trade: BatchTrade) => BatchTrade; words?: (batch: EncodedBatch) => EncodedBatch } = {},
): Scene {
  const trades = known.map(({ id, maker, taker }) => {
    if (!maker || !taker) throw new Error('a trade of two legs is wanted');
    return (change.trade ?? same)({
      ...batchTrade({ ...maker, bought: taker.sold }, { ...taker, bought: maker.sold }),
      id,
    });
  });
  const batch = (change.words ?? same)(encoded(trades));
  return {
    known,
    request: {
      chainId: CHAIN_ID,
      contract: CONTRACT,
      batchId: 4,
      validUntil: NOW + 600,
      ...packedWords(batch),
    },
  };
}

const same = <T>(value: T): T => value;

/** What a scene's batch is held against. */
export function recordOf({ known, isTaken = false }: Scene): AttestationRecord {
  const byId = new Map<bigint, KnownTrade>(known.map((trade) => [BigInt(trade.id), trade]));
  return {
    ...{ chainId: CHAIN_ID, contract: CONTRACT, now: NOW, clock: NOW, longestSeconds: 900, trialSeconds: 60 },
    tradeOf: (onChain) => byId.get(onChain >= 2n ** 52n ? onChain - 2n ** 52n : onChain),
    tokenOf: (id) => TOKENS[id],
    isTaken: () => isTaken,
  };
}

/** A trade of a batch with other amounts, or another order of a side. */
export const withAmounts =
  (change: Partial<BatchTrade['amounts']>) =>
  (trade: BatchTrade): BatchTrade => ({
    ...trade,
    amounts: { ...trade.amounts, ...change },
  });

export const withMakerTerms =
  (change: Partial<Mutable<SettleLeg['order']['terms']>>) =>
  (trade: BatchTrade): BatchTrade => ({
    ...trade,
    maker: {
      ...trade.maker,
      order: { ...trade.maker.order, terms: { ...trade.maker.order.terms, ...change } },
    },
  });

export { accountOf, hashOf, USDC, TOKENS };
export const units = (value: bigint): TokenAmount => amount(value);
export type { Hash, OrderId, TradeId };
