import { encodeSettleBatch, exchangeAbi, exchangeInterface, type Statement } from '@exchange/contract/chain';
import { keySigner, signOrder } from '@exchange/client';
import { address, amount, present, tradeId } from '@exchange/core/kernel';
import {
  ORDER_TYPES,
  digestToSign,
  orderMessage,
  type OrderTerms,
  packedHash,
  parseSignature,
  type SignatureFormat,
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

const drawTerms = (draw: ValueDraw, { tokens }: AskedExchange, { sellTokenId, buyTokenId }: TokenPair) => ({
  sellToken: present(tokens[sellTokenId], 'token'),
  buyToken: present(tokens[buyTokenId], 'token'),
  ...{ sellAmount: amount(draw.uint(128)), buyAmount: amount(draw.uint(128)) },
  ...{ expiry: draw.deadline(), nonce: draw.nonce() },
});

function drawOrder(draw: ValueDraw, chain: AskedExchange, pair: Pair): DrawnOrder {
  const { domain } = chain;
  const { signer, sellTokenId, buyTokenId, isForged } = pair;
  const isPersonal = draw.pick([true, false]);
  const format = isPersonal ? 'sign' : 'signTypedData';
  const terms: OrderTerms = drawTerms(draw, chain, pair);
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

interface TokenPair {
  readonly sellTokenId: number;
  readonly buyTokenId: number;
}

interface Pair extends TokenPair {
  readonly signer: TradingKey;
  readonly isForged: boolean;
}

function drawTokens(draw: ValueDraw, { tokens: { length } }: AskedExchange): TokenPair {
  const sellTokenId = draw.integer(0, length - 1);
  return { sellTokenId, buyTokenId: (sellTokenId + draw.integer(1, length - 1)) % length };
}

const facing = ({ sellTokenId, buyTokenId }: TokenPair): TokenPair => ({
  ...{ sellTokenId: buyTokenId, buyTokenId: sellTokenId },
});

/** Two orders of one account that face each other: once both signatures are accepted, the contract says SELF_TRADE. */
function drawPair(draw: ValueDraw, chain: AskedExchange, isForged: boolean): DrawnOrder[] {
  const pair = drawTokens(draw, chain);
  const signer = draw.key();
  return [pair, facing(pair)].map((each) => drawOrder(draw, chain, { ...each, signer, isForged }));
}

/** The same, signed by our client, one in each format. */
async function drawClientsPair(draw: ValueDraw, chain: AskedExchange) {
  const pair = drawTokens(draw, chain);
  const signer = await keySigner(draw.key().privateKey);
  const account = address(signer.address);
  const order = async (format: SignatureFormat, tokens: TokenPair) => {
    const terms = drawTerms(draw, chain, tokens);
    const parsed = parseSignature(await signOrder(signer, terms, format, chain.domain));
    if (!parsed.ok) throw new Error(parsed.message);
    const signed = { terms, format, signer: account, signature: parsed.value };
    return { terms, words: encodeOrder({ account, order: signed }, tokens.sellTokenId, tokens.buyTokenId) };
  };
  return [await order('sign', pair), await order('signTypedData', facing(pair))];
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

/** A trade of each order with the one it faces; as many as one call takes. */
export const drawTrades = (draw: ValueDraw, orders: number = MAX_TRADES) =>
  Array.from({ length: orders }, (_, index) => drawTrade(draw, index));

/** A whole batch of random orders as the call data of settleBatch, attested, and attested for another digest. */
export function drawBatch(draw: ValueDraw, chain: AskedExchange, isForged: boolean) {
  const orders = Array.from({ length: MAX_TRADES / 2 }, () => drawPair(draw, chain, isForged)).flat();
  return { orders, ...batchOf(draw, chain, orders) };
}

/** A batch of so many pairs of orders that our client signed. */
export async function drawClientsBatch(draw: ValueDraw, chain: AskedExchange, pairs: number) {
  const orders = [];
  for (let pair = 0; pair < pairs; pair += 1) orders.push(...(await drawClientsPair(draw, chain)));
  return { orders, ...batchOf(draw, chain, orders) };
}

function batchOf(draw: ValueDraw, chain: AskedExchange, orders: readonly { readonly words: OrderWords }[]) {
  const trades = drawTrades(draw, orders.length);
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
  return { trades, statement, attested: callWith(digest), unattested: callWith(flipped(digest)) };
}
