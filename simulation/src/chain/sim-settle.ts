import { exchangeInterface } from '@exchange/contract/chain';
import { type Address, address, amount, hash } from '@exchange/core/kernel';
import { canonicalHash, type OrderTerms, recoverOrderSigner } from '@exchange/core/order';
import type { SettleRules } from './settle-rules';
import { isAttested } from './sim-attestation';
import {
  addBalance,
  balanceOf,
  balanceKey,
  type ContractState,
  type Emitted,
  REBATE_POOL,
  tokenOf,
} from './sim-contract';

const MAX_FEE_BPS = 200n;

/** What the contract reads out of one order of a batch. */
interface Order {
  readonly account: Address;
  readonly terms: OrderTerms;
  readonly digest: string;
  readonly sellId: number;
  readonly buyId: number;
  readonly code: number;
}

interface Trade {
  readonly id: bigint;
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
  readonly makerFee: bigint;
  readonly takerFee: bigint;
  readonly rebate: bigint;
  readonly rebateInBought: boolean;
  readonly maker: number;
  readonly taker: number;
}

/** What came of a batch; or the contract's error, by which nothing came of it. */
type Settled =
  | { readonly ok: true; readonly codes: number[]; readonly events: Emitted[] }
  | { readonly ok: false; readonly reason: 'DeadlinePassed' | 'InvalidAttestation' };

/** The contract's settleBatch, said again over plain maps from its own call data. */
export function settleBatch(
  state: ContractState,
  data: string,
  blockTime: number,
  rules: SettleRules,
): Settled {
  const call = exchangeInterface.decodeFunctionData('settleBatch', data);
  const [batchId, validUntil, orderWords, tradeWords] = call;
  if (blockTime > Number(validUntil)) return { ok: false, reason: 'DeadlinePassed' };
  if (!isAttested(call, rules)) return { ok: false, reason: 'InvalidAttestation' };
  const orders = [...orderWords].map((words: string[]) => readOrder(state, words, blockTime, rules));
  const codes: number[] = [];
  const events: Emitted[] = [];
  for (const words of tradeWords as string[][]) {
    const trade = readTrade(words);
    const [maker, taker] = [orders[trade.maker], orders[trade.taker]];
    const [code, side] = judge(state, trade, maker, taker, { ...rules, blockTime });
    codes.push(code);
    if (code !== 0 || maker === undefined || taker === undefined) {
      events.push(['TradeFailed', trade.id, code, side]);
      continue;
    }
    apply(state, trade, maker, taker, rules.collector);
    events.push(settledEvent(trade, maker, taker));
  }
  const settled = codes.filter((code) => code === 0).length;
  events.push(['BatchSettled', batchId, settled, codes.length - settled]);
  return { ok: true, codes, events };
}

/** The members of a packed word, widths from the highest bits. */
function unpack(word: string, ...widths: number[]): bigint[] {
  let at = 256n;
  return widths.map((width) => {
    at -= BigInt(width);
    return (BigInt(word) >> at) & ((1n << BigInt(width)) - 1n);
  });
}

function readOrder(state: ContractState, words: string[], blockTime: number, rules: SettleRules): Order {
  const [amounts = '', termsWord = '', tokens = '', r = '', vs = ''] = words;
  const [sell = 0n, buy = 0n] = unpack(amounts, 128, 128);
  const [owner = 0n, expiry = 0n, nonce = 0n] = unpack(termsWord, 160, 32, 64);
  const [sellId = 0n, buyId = 0n, flags = 0n] = unpack(tokens, 16, 16, 8);
  const account = address(`0x${owner.toString(16).padStart(40, '0')}`);
  const terms: OrderTerms = {
    sellToken: tokenOf(state, Number(sellId)),
    sellAmount: amount(sell),
    buyToken: tokenOf(state, Number(buyId)),
    buyAmount: amount(buy),
    expiry: Number(expiry),
    nonce: Number(nonce),
  };
  const parity = BigInt(vs) >> 255n;
  const s = hash(`0x${(BigInt(vs) & ((1n << 255n) - 1n)).toString(16).padStart(64, '0')}`);
  const format = (flags & 1n) === 1n ? 'sign' : 'signTypedData';
  const signature = { v: parity === 1n ? 28 : 27, r: hash(r), s } as const;
  const signer = recoverOrderSigner(terms, format, signature, rules.domain, rules.crypto);
  const digest = canonicalHash(terms, rules.domain, rules.crypto.keccak256);
  const key = balanceKey(account, digest as string as Address);
  const isBelow = nonce < (state.minNonces.get(balanceKey(account, terms.sellToken)) ?? 0n);
  const code = !signer.ok ? 4 : judgeSigner(state, account, signer.value, (flags & 2n) === 2n, blockTime);
  return {
    account,
    terms,
    digest,
    sellId: Number(sellId),
    buyId: Number(buyId),
    code: code !== 0 ? code : terms.expiry <= blockTime ? 7 : state.voided.has(key) || isBelow ? 8 : 0,
  };
}

function judgeSigner(
  state: ContractState,
  account: Address,
  signer: Address,
  delegated: boolean,
  blockTime: number,
) {
  if (!delegated) return signer === account ? 0 : 4;
  const delegate = state.delegates.get(signer);
  if (delegate?.account !== account) return 5;
  const revoked = delegate.revokedAt !== 0 && delegate.revokedAt <= blockTime;
  return revoked || delegate.validUntil <= blockTime ? 6 : 0;
}

function readTrade(words: string[]): Trade {
  const [amounts = '', fees = '', ids = ''] = words;
  const [makerAmount = 0n, takerAmount = 0n] = unpack(amounts, 128, 128);
  const [makerFee = 0n, takerFee = 0n] = unpack(fees, 128, 128);
  const [id = 0n, maker = 0n, taker = 0n, flags = 0n, rebate = 0n] = unpack(ids, 64, 16, 16, 32, 128);
  return {
    id,
    makerAmount,
    takerAmount,
    makerFee,
    takerFee,
    rebate,
    rebateInBought: (flags & 1n) === 1n,
    maker: Number(maker),
    taker: Number(taker),
  };
}

/** The first broken condition, in the contract's order; with the side that breaks it. */
function judge(
  state: ContractState,
  trade: Trade,
  maker: Order | undefined,
  taker: Order | undefined,
  { collector, blockTime }: SettleRules & { readonly blockTime: number },
): readonly [code: number, side: number] {
  if (state.settled.has(trade.id)) return [1, 0];
  if (maker === undefined || taker === undefined) return [2, 0];
  if (maker.code !== 0) return [maker.code, 1];
  if (taker.code !== 0) return [taker.code, 2];
  if (maker.sellId !== taker.buyId || maker.buyId !== taker.sellId || maker.sellId === maker.buyId)
    return [9, 0];
  if (maker.account === taker.account || [maker.account, taker.account].includes(collector)) return [11, 0];
  const { makerAmount: a, takerAmount: b, rebate, takerFee, makerFee } = trade;
  if (a === 0n || b === 0n) return [12, 0];
  const given = trade.rebateInBought ? a : a - rebate;
  const [m, t] = [maker.terms, taker.terms];
  if (given * m.buyAmount > b * m.sellAmount) return [13, 1];
  if (b * t.buyAmount > a * t.sellAmount) return [13, 2];
  if ((state.fills.get(fillKey(maker)) ?? 0n) + given > m.sellAmount) return [14, 1];
  if ((state.fills.get(fillKey(taker)) ?? 0n) + b > t.sellAmount) return [14, 2];
  if (makerFee * 10_000n > b * MAX_FEE_BPS) return [15, 1];
  if (takerFee * 10_000n > a * MAX_FEE_BPS) return [15, 2];
  if (!trade.rebateInBought && rebate > takerFee) return [16, 1];
  if (balanceOf(state, maker.account, m.sellToken) < given) return [17, 1];
  if (balanceOf(state, taker.account, t.sellToken) < b) return [17, 2];
  const rebateToken = trade.rebateInBought ? m.buyToken : m.sellToken;
  if (balanceOf(state, REBATE_POOL, rebateToken) < rebate) return [17, 3];
  for (const [side, order] of [
    [1, maker],
    [2, taker],
  ] as const) {
    const exitAt = state.exits.get(balanceKey(order.account, order.terms.sellToken));
    if (exitAt !== undefined && exitAt <= blockTime) return [18, side];
  }
  return [0, 0];
}

const fillKey = (order: Order): string => balanceKey(order.account, order.digest as Address);

function apply(state: ContractState, trade: Trade, maker: Order, taker: Order, collector: Address): void {
  const { makerAmount: a, takerAmount: b, makerFee, takerFee, rebate, rebateInBought } = trade;
  const given = rebateInBought ? a : a - rebate;
  const { sellToken, buyToken } = maker.terms;
  state.settled.add(trade.id);
  state.fills.set(fillKey(maker), (state.fills.get(fillKey(maker)) ?? 0n) + given);
  state.fills.set(fillKey(taker), (state.fills.get(fillKey(taker)) ?? 0n) + b);
  addBalance(state, maker.account, sellToken, -given);
  addBalance(state, taker.account, sellToken, a - takerFee);
  addBalance(state, collector, sellToken, takerFee);
  addBalance(state, taker.account, buyToken, -b);
  addBalance(state, collector, buyToken, makerFee);
  addBalance(state, REBATE_POOL, rebateInBought ? buyToken : sellToken, -rebate);
  addBalance(state, maker.account, buyToken, b - makerFee + (rebateInBought ? rebate : 0n));
}

function settledEvent(trade: Trade, maker: Order, taker: Order): Emitted {
  const tokenIds = (BigInt(maker.sellId) << 16n) | BigInt(taker.sellId);
  return [
    'TradeSettled',
    trade.id,
    maker.account,
    taker.account,
    maker.digest,
    taker.digest,
    trade.makerAmount,
    trade.takerAmount,
    trade.makerFee,
    trade.takerFee,
    trade.rebate,
    tokenIds,
    trade.rebateInBought ? 1 : 0,
  ];
}
