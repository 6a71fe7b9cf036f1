import { encodeSettleBatch, exchangeAbi, exchangeInterface, type Statement } from '@exchange/contract/chain';
import { amount, present, tradeId } from '@exchange/core/kernel';
import {
  ORDER_TYPES,
  digestToSign,
  orderMessage,
  type OrderTerms,
  packedHash,
  typedDomain,
} from '@exchange/core/order';
import {
  compactS,
  encodeOrder,
  encodeTrade,
  MAX_TRADES,
  type OrderWords,
  type TradeAmounts,
} from '@exchange/core/settlement';
import { batchStatement } from '@exchange/edge/keys';
import { getBytes, TypedDataEncoder } from 'ethers';
import { type Abi, encodeFunctionData } from 'viem';
import type { TradingKey } from '../settled-trades/trading-key.fixture';
import type { ValueDraw } from './draw.fixture';
import type { AskedExchange } from './asked-exchange.fixture';
import { keccak } from './operator-withdrawals.fixture';

/** A random order, with what a wallet is given to sign it. */
export interface DrawnOrder {
  readonly terms: OrderTerms;
  readonly isPersonal: boolean;
  readonly statement: Statement;
  readonly packed: Uint8Array;
  readonly digest: Uint8Array;
  readonly words: OrderWords;
}

const flipped = (digest: Uint8Array) => digest.map((byte, at) => (at === 31 ? byte ^ 1 : byte));

function drawOrder(draw: ValueDraw, { domain, tokens }: AskedExchange, pair: Pair): DrawnOrder {
  const { signer, sellTokenId, buyTokenId, isForged } = pair;
  const isPersonal = draw.pick([true, false]);
  const format = isPersonal ? 'sign' : 'signTypedData';
  const terms: OrderTerms = {
    sellToken: present(tokens[sellTokenId], 'token'),
    buyToken: present(tokens[buyTokenId], 'token'),
    ...{ sellAmount: amount(draw.uint(128)), buyAmount: amount(draw.uint(128)) },
    ...{ expiry: draw.deadline(), nonce: draw.nonce() },
  };
  const digest = digestToSign(terms, format, domain, keccak);
  const signature = signer.sign(isForged ? flipped(digest) : digest);
  const order = { terms, format, signer: signer.address, signature } as const;
  return {
    ...{ terms, isPersonal, digest },
    statement: { domain: typedDomain(domain), types: ORDER_TYPES, message: { ...orderMessage(terms) } },
    packed: packedHash(terms, domain.contract, keccak),
    words: encodeOrder({ account: signer.address, order }, sellTokenId, buyTokenId),
  };
}

interface Pair {
  readonly signer: TradingKey;
  readonly sellTokenId: number;
  readonly buyTokenId: number;
  readonly isForged: boolean;
}

/** Two orders of one account that face each other: once both signatures are accepted, the contract says SELF_TRADE. */
function drawPair(draw: ValueDraw, chain: AskedExchange, isForged: boolean): DrawnOrder[] {
  const count = chain.tokens.length;
  const sellTokenId = draw.integer(0, count - 1);
  const buyTokenId = (sellTokenId + draw.integer(1, count - 1)) % count;
  const pair = { signer: draw.key(), isForged };
  return [
    drawOrder(draw, chain, { ...pair, sellTokenId, buyTokenId }),
    drawOrder(draw, chain, { ...pair, sellTokenId: buyTokenId, buyTokenId: sellTokenId }),
  ];
}

/** A trade of any amounts between the order at this place and the one it faces. */
function drawTrade(draw: ValueDraw, makerIndex: number) {
  const units = () => amount(draw.uint(128));
  const amounts: TradeAmounts = {
    ...{
      makerAmount: units(),
      takerAmount: units(),
      makerFee: units(),
      takerFee: units(),
      makerRebate: units(),
    },
    rebateToken: draw.pick(['sell', 'buy']),
  };
  const [id, takerIndex] = [tradeId(draw.nonce()), makerIndex ^ 1];
  return { id, amounts, makerIndex, takerIndex, words: encodeTrade(id, amounts, makerIndex, takerIndex) };
}

/** As many trades as one call takes. */
export const drawTrades = (draw: ValueDraw) =>
  Array.from({ length: MAX_TRADES }, (_, index) => drawTrade(draw, index));

/** A whole batch of random orders as the call data of settleBatch, attested, and attested for another digest. */
export function drawBatch(draw: ValueDraw, chain: AskedExchange, isForged: boolean) {
  const orders = Array.from({ length: MAX_TRADES / 2 }, () => drawPair(draw, chain, isForged)).flat();
  const trades = drawTrades(draw);
  const [batchId, validUntil] = [draw.uint(64), draw.deadline()];
  const batch = { orders: orders.map(({ words }) => words), trades: trades.map(({ words }) => words) };
  const statement = batchStatement({ domain: chain.domain, batchId, validUntil, batch });
  const callWith = (digest: Uint8Array) => {
    const signature = chain.attester.sign(digest);
    const [r, vs] = [signature.r, compactS(signature)];
    const args = [batchId, validUntil, batch.orders, batch.trades, r, vs];
    return {
      ours: encodeSettleBatch(batchId, validUntil, batch, { r, vs }),
      ethers: exchangeInterface.encodeFunctionData('settleBatch', args),
      viem: encodeFunctionData({ abi: exchangeAbi as Abi, functionName: 'settleBatch', args }),
    };
  };
  const digest = getBytes(TypedDataEncoder.hash(statement.domain, statement.types, statement.message));
  return { orders, trades, statement, attested: callWith(digest), unattested: callWith(flipped(digest)) };
}
