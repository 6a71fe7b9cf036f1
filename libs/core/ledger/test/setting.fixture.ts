import {
  address,
  type Address,
  amount,
  hash,
  type Hash,
  marketId,
  partition,
  partitionOf,
  type Result,
  tokenSymbol,
} from '@exchange/core/kernel';
import type { MarketEventOf, OrderTerms } from '@exchange/core/message';
import type { AccountChainFact, ChainPlace, Phase } from '../src/chain/chain-fact';
import { applyChainFact } from '../src/chain/apply-chain-fact';
import type { Fact, FactOf } from '../src/fact';
import { FreeBudget } from '../src/fees/free-budget';
import { DEFAULT_POLICY, Ledger, type AllPartitions } from '../src/ledger';
import type { TradingRules, TokenRules } from '../src/account/listing';
import type { Order } from '../src/order/order';
import { placeOrder, type NewOrder } from '../src/order/place-order';

export const addressOf = (number: number): Address => address(`0x${number.toString(16).padStart(40, '0')}`);
export const hashOf = (number: number): Hash => hash(`0x${number.toString(16).padStart(64, '0')}`);

export const ETH: TokenRules = {
  contract: addressOf(0xe0),
  symbol: tokenSymbol('ETH'),
  decimals: 9,
  minOrderAmount: amount(1_000_000n),
};
export const DAI: TokenRules = {
  contract: addressOf(0xd0),
  symbol: tokenSymbol('DAI'),
  decimals: 6,
  minOrderAmount: amount(1n),
};
export const MARKET: TradingRules = {
  id: marketId('ETHDAI'),
  traded: ETH,
  quote: DAI,
  status: 'open',
  minOrderAmountQuote: amount(1_000_000n),
};

/** 2023-11-14, and the day after which a default order expires. */
export const NOW = 1_700_000_000_000;
export const WEEK_SECONDS = 7 * 24 * 60 * 60;

export const ALICE = addressOf(0x140);
export const BOB = addressOf(0x1c0);

/** A ledger of partition 0 with one open market and these accounts. */
export function newLedger(
  accounts: readonly Address[] = [ALICE, BOB],
  owner = 0,
  all: Partial<AllPartitions> = {},
): Ledger {
  const ledger = new Ledger(partition(owner), { orders: 0, entries: 0 }, DEFAULT_POLICY, all);
  ledger.markets.set(MARKET.id, MARKET);
  for (const account of accounts) if (partitionOf(account) === ledger.partition) ledger.load(account);
  return ledger;
}

/** Ledgers of partitions 0 and 1, which share one budget for rebates. */
export function twoLedgers(accounts: readonly Address[] = []): readonly [Ledger, Ledger] {
  const budget = new FreeBudget();
  return [newLedger(accounts, 0, { budget }), newLedger(accounts, 1, { budget })];
}

let places = 0;
/** A place on the chain that no other fact has. */
export function newPlace(block = 1, logIndex = 0): ChainPlace {
  places += 1;
  return { transaction: hashOf(places), logIndex, block, blockHash: hashOf(0xb10c_0000 + block) };
}

/** Applies a fact of the chain to one account. */
export const chain = (
  ledger: Ledger,
  account: Address,
  phase: Phase,
  fact: AccountChainFact,
  place = newPlace(),
) => applyChainFact(ledger, account, { phase, place, fact }, NOW);

/** A final deposit. */
export function fund(ledger: Ledger, account: Address, token: TokenRules, units: bigint): void {
  chain(ledger, account, 'final', {
    kind: 'deposited',
    account,
    token: token.contract,
    amount: amount(units),
  });
}

export const terms = (
  sell: TokenRules,
  sellAmount: bigint,
  buy: TokenRules,
  buyAmount: bigint,
): OrderTerms => ({
  sellToken: sell.contract,
  sellAmount: amount(sellAmount),
  buyToken: buy.contract,
  buyAmount: amount(buyAmount),
  expiry: NOW / 1000 + WEEK_SECONDS,
  nonce: 1,
});

let digests = 0;
/** An order to place: signed by the account, with a digest that no other has. */
export function orderOf(account: Address, signedTerms: OrderTerms, more: Partial<NewOrder> = {}): NewOrder {
  digests += 1;
  return {
    account,
    market: MARKET.id,
    signed: {
      terms: signedTerms,
      signature: { v: 27, r: hashOf(1), s: hashOf(2) },
      format: 'signTypedData',
      signer: account,
    },
    hash: hashOf(0xd16e_0000 + digests),
    digest: hashOf(0xd16e_0000 + digests),
    packedHash: hashOf(0xacc_0000 + digests),
    settlementFee: amount(0n),
    at: NOW,
    ...more,
  };
}

export const place = (ledger: Ledger, order: NewOrder) => taken(placeOrder(ledger, order)).order;

export function taken<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.value;
}

export const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.code);

export const factsOf = <K extends Fact['kind']>(facts: readonly Fact[], kind: K): FactOf<K>[] =>
  facts.filter((fact): fact is FactOf<K> => fact.kind === kind);

/** An order as the market tells it after an edit that left it as it is. */
export const editedOf = ({
  id,
  stopRateKey,
  peg,
  ...order
}: Order): Omit<MarketEventOf<'edited'>, 'kind'> => ({
  ...order,
  orderId: id,
  ...(stopRateKey === null ? {} : { stopRateKey }),
  ...(peg === null ? {} : { peg }),
});
