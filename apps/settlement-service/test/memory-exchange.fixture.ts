import {
  address,
  type Address,
  amount,
  hash,
  present,
  publicTradeId,
  tradeId as tradeIdOf,
  type Hash,
  type TokenAmount,
} from '@exchange/core/kernel';
import { type AccountToken, exchangeInterface, type OperatorWithdrawal } from '@exchange/contract/chain';
import { senderOf } from '@exchange/edge/keys';
import {
  type BlockNews,
  type ChainFact,
  type ChainFactOf,
  settleLeg,
  type SettleLeg,
} from '@exchange/core/message';
import { id, Transaction } from 'ethers';
import { ACCEPTED, type NodeAnswer, nodeAnswer } from '../src/chain/node-answer';
import type { BatchCall, MarketPrice, Preflight, SettlementChain } from '../src/chain/settlement-chain';

interface Sent {
  readonly settler: Address;
  readonly raw: string;
  readonly hash: string;
  readonly nonce: number;
  readonly maxFee: bigint;
  readonly tip: bigint;
  /** Wei that the sender must have. */
  readonly cost: bigint;
  readonly batchId: number;
  readonly validUntil: number;
  readonly tradeIds: readonly number[];
  readonly withdrawals: readonly Withdrawal[];
}

/** What the chain needs of a submitted withdrawal. */
interface Withdrawal {
  readonly account: Address;
  readonly token: Address;
  readonly amount: TokenAmount;
  readonly fee: TokenAmount;
  readonly receiver: Address;
  readonly nonce: number;
}

interface Mined {
  readonly number: number;
  readonly hash: Hash;
  readonly time: number;
  readonly transactions: readonly Sent[];
  readonly facts: readonly ChainFact[];
}

const idOf = (text: string) => hash(id(text));

/**
 * A chain in memory that settles batches: a mempool, blocks that can be undone, and the facts a watcher would tell.
 * What the contract would say to a trade is `codeOf`; legs give the rest.
 */
export class MemoryExchange implements SettlementChain {
  /** The contract's code of a trade that isn't settled yet, by the trade's own id. */
  codeOf: (tradeId: number) => number = () => 0;
  /** What it holds for an account in any past block. */
  balanceOf: (account: Address, token: Address) => bigint = () => 10n ** 30n;
  /** The contract's reason to refuse a submitted withdrawal when it is tried, and when it is mined. */
  withdrawalCodeOf: (nonce: number) => { tried: number; mined: number } = () => ({ tried: 0, mined: 0 });
  /** Why the whole call is refused. */
  refusal: string | undefined;
  /** Called before each transaction is taken; throws to play a node that fails. */
  beforeSend: (raw: string) => void = () => undefined;
  /** A node takes what it is given, and drops it. */
  dropsTransactions = false;
  /** What settlers have, in wei, and those of them that have something else. */
  funds = 10n ** 22n;
  readonly fundsOf = new Map<Address, bigint>();
  /** Settlers that the contract doesn't let settle. */
  readonly dropped = new Set<Address>();
  /** Wei per unit of gas. */
  price: MarketPrice = { baseFee: 1_000_000_000n, tip: 1_000_000_000n };
  /** All that was handed in, and what of it was taken or known already. */
  readonly received: string[] = [];
  readonly taken: string[] = [];
  gasPerTrade = 100_000n;
  #pool: Sent[] = [];
  #blocks: Mined[] = [];
  #made = 0;

  constructor(
    private readonly legs: ReadonlyMap<number, readonly SettleLeg[]>,
    private readonly now: () => number,
  ) {}

  async preflight({ settler, batch }: BatchCall): Promise<Preflight> {
    if (this.dropped.has(settler)) return { ok: false, reason: 'AccessControlUnauthorizedAccount' };
    if (this.refusal !== undefined) return { ok: false, reason: this.refusal };
    const ids = idsOf(batch);
    const codes = ids.map((id) =>
      this.#isSettled(id, true) ? 1 : this.codeOf(publicTradeId(tradeIdOf(id))),
    );
    return { ok: true, codes, gas: 100_000n + this.gasPerTrade * BigInt(ids.length) };
  }

  async codesAt({ batch }: BatchCall, block: number): Promise<readonly number[] | undefined> {
    if (this.refusal !== undefined) return undefined;
    const ids = idsOf(batch);
    const settled = await this.settledAt(ids, block);
    return ids.map((id, index) => (settled[index] ? 1 : this.codeOf(publicTradeId(tradeIdOf(id)))));
  }

  /** Trades that the contract says it has settled, though no block shows them. */
  readonly unseen = new Set<number>();

  async settledAt(ids: readonly number[], block: number): Promise<readonly boolean[]> {
    const settled = this.#blocks.slice(0, block).flatMap(({ facts }) => facts);
    const isShown = (id: number) =>
      settled.some((fact) => fact.kind === 'trade_settled' && fact.tradeId === id);
    return ids.map((id) => this.unseen.has(id) || isShown(id));
  }

  async balancesAt(wanted: readonly AccountToken[]): Promise<readonly bigint[]> {
    return wanted.map(({ account, token }) => this.balanceOf(account, token));
  }

  async preflightWithdrawal({ nonce }: OperatorWithdrawal): Promise<number> {
    return this.withdrawalCodeOf(Number(nonce)).tried;
  }

  async send(raw: string): Promise<NodeAnswer> {
    this.beforeSend(raw);
    this.received.push(raw);
    const sent = decoded(raw);
    const { settler } = sent;
    const rival = this.#pool.find((other) => other.settler === settler && other.nonce === sent.nonce);
    if (rival?.raw === raw) return nodeAnswer('already known');
    if (sent.nonce < this.#nonceAt(settler, this.#blocks.length)) return nodeAnswer('nonce too low');
    if (sent.cost > (await this.balance(settler)))
      return nodeAnswer('insufficient funds for gas * price + value');
    if (rival && !beats(sent, rival)) return nodeAnswer('replacement transaction underpriced');
    this.taken.push(raw);
    if (!this.dropsTransactions) this.#pool = [...this.#pool.filter((other) => other !== rival), sent];
    return ACCEPTED;
  }

  async holds(wanted: string): Promise<boolean> {
    return this.#pool.some((sent) => sent.hash === wanted);
  }

  async nonce(settler: Address, block?: number): Promise<number> {
    return this.#nonceAt(settler, block ?? this.#blocks.length);
  }

  async balance(settler: Address): Promise<bigint> {
    return this.fundsOf.get(settler) ?? this.funds;
  }

  async hasRole(settler: Address): Promise<boolean> {
    return !this.dropped.has(settler);
  }

  async dataFee(): Promise<bigint> {
    return 0n;
  }

  async marketPrice(): Promise<MarketPrice> {
    return this.price;
  }

  /** Mines what waits and pays the base fee, in the order of nonces, and returns the news of the block. */
  mine(extra: readonly ChainFact[] = []): BlockNews {
    const number = this.#blocks.length + 1;
    const own = idOf(`block ${number} ${(this.#made += 1)}`);
    const time = Math.floor(this.now() / 1_000);
    const transactions: Sent[] = [];
    const facts: ChainFact[] = [...extra];
    for (let next = this.#take(number, transactions); next; next = this.#take(number, transactions)) {
      transactions.push(next);
      if (next.validUntil >= time && !this.dropped.has(next.settler))
        facts.push(...this.#settle(next, facts));
    }
    this.#blocks.push({ number, hash: own, time, transactions, facts });
    return { kind: 'seen', number, hash: own, parent: this.#hashOf(number - 1), time, facts };
  }

  final(number: number): BlockNews {
    const { hash: own, time, facts } = present(this.#blocks[number - 1], `block ${number}`);
    return { kind: 'final', number, hash: own, time, facts: [...facts] };
  }

  /** Undoes the newest block; its transactions wait again. */
  undo(): BlockNews {
    const { number, hash: own, transactions, facts } = present(this.#blocks.pop(), 'block');
    this.#pool.push(...transactions);
    return { kind: 'undone', number, hash: own, facts: [...facts] };
  }

  forgetPool(): void {
    this.#pool = [];
  }

  settledIds(): number[] {
    return this.#settledFacts().map(({ tradeId }) => tradeId);
  }

  #take(number: number, mined: readonly Sent[]): Sent | undefined {
    const isNext = ({ settler, nonce }: Sent) =>
      nonce === this.#nonceAt(settler, number - 1) + mined.filter((sent) => sent.settler === settler).length;
    const found = this.#pool.find((sent) => isNext(sent) && sent.maxFee >= this.price.baseFee);
    this.#pool = this.#pool.filter((sent) => sent !== found);
    return found;
  }

  #settle(sent: Sent, before: readonly ChainFact[]): ChainFact[] {
    const transaction = hash(present(Transaction.from(sent.raw).hash, 'hash'));
    const place = (index: number) => ({ transaction, logIndex: before.length + index });
    const facts: ChainFact[] = sent.tradeIds.map((tradeId, index) => {
      const own = publicTradeId(tradeIdOf(tradeId));
      const code = this.#isSettled(tradeId, false) ? 1 : this.codeOf(own);
      return code === 0
        ? { ...settledFact(this.#legsOf(own), place(index)), tradeId: tradeIdOf(tradeId) }
        : { ...place(index), kind: 'trade_failed', tradeId: tradeIdOf(tradeId), code, side: 1 };
    });
    if (sent.withdrawals.length > 0) {
      return sent.withdrawals.map((item, index) => this.#pay(item, place(index)));
    }
    const settled = facts.filter(({ kind }) => kind === 'trade_settled').length;
    const failed = facts.length - settled;
    const batch = { kind: 'batch_settled', batchId: sent.batchId, settled, failed } as const;
    return [...facts, { ...place(facts.length), ...batch }];
  }

  #pay(item: Withdrawal, at: { transaction: Hash; logIndex: number }): ChainFact {
    const { mined: reason } = this.withdrawalCodeOf(item.nonce);
    const { account, nonce } = item;
    if (reason !== 0) return { ...at, kind: 'withdrawal_failed', account, nonce, reason };
    return { ...at, kind: 'withdrawn', by: 'submitted', ...item };
  }

  #legsOf(tradeId: number): readonly SettleLeg[] {
    return present(this.legs.get(tradeId), `legs of ${tradeId}`);
  }

  #settledFacts() {
    return this.#blocks.flatMap(({ facts }) => facts.filter((fact) => fact.kind === 'trade_settled'));
  }

  #isSettled(tradeId: number, pending: boolean): boolean {
    const waits = this.#pool.some(
      ({ tradeIds, validUntil }) => tradeIds.includes(tradeId) && validUntil >= this.now() / 1_000,
    );
    return (pending && waits) || this.#settledFacts().some((fact) => fact.tradeId === tradeId);
  }

  #nonceAt(settler: Address, number: number): number {
    const mined = this.#blocks.slice(0, number).flatMap(({ transactions }) => transactions);
    return mined.filter((sent) => sent.settler === settler).length;
  }

  #hashOf(number: number): Hash {
    return this.#blocks[number - 1]?.hash ?? idOf('genesis');
  }
}

/** As nodes judge a replacement. */
const beats = (sent: Sent, rival: Sent): boolean =>
  sent.maxFee * 10n >= rival.maxFee * 11n && sent.tip * 10n >= rival.tip * 11n;

function decoded(raw: string): Sent {
  const { data, nonce, hash: own, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = Transaction.from(raw);
  const settler = senderOf(raw);
  const maxFee = present(maxFeePerGas, 'fee');
  const tip = present(maxPriorityFeePerGas, 'tip');
  const about = { settler, raw, hash: present(own, 'hash'), nonce, maxFee, tip, cost: gasLimit * maxFee };
  const withdrawalCall = exchangeInterface.getFunction('withdrawForUsers')?.selector ?? 'none';
  if (data.startsWith(withdrawalCall)) {
    const [validUntil, items] = exchangeInterface.decodeFunctionData('withdrawForUsers', data);
    const withdrawals = [...items].map((item: Record<string, unknown>) => ({
      account: address(String(item['account']).toLowerCase()),
      token: address(String(item['token']).toLowerCase()),
      amount: amount(item['amount'] as bigint),
      fee: amount(item['fee'] as bigint),
      receiver: address(String(item['receiver']).toLowerCase()),
      nonce: Number(item['nonce']),
    }));
    return { ...about, batchId: 0, validUntil: Number(validUntil), tradeIds: [], withdrawals };
  }
  const [batchId, validUntil, , trades] = exchangeInterface.decodeFunctionData('settleBatch', data);
  const words: { ids: bigint }[] = Array.from(trades as Iterable<{ ids: bigint }>);
  const tradeIds = words.map(({ ids }) => Number(ids >> 192n));
  return {
    ...about,
    ...{ batchId: Number(batchId), validUntil: Number(validUntil), tradeIds, withdrawals: [] },
  };
}

/** What a call of settleBatch says beside its words. */
export function decodeSettleBatch(data: string) {
  const [batchId, validUntil, , , r, vs] = exchangeInterface.decodeFunctionData('settleBatch', data);
  return {
    ...{ batchId: BigInt(batchId as bigint), validUntil: Number(validUntil) },
    attestation: { r: String(r), vs: String(vs) },
  };
}

const idsOf = (batch: BatchCall['batch']): number[] =>
  batch.trades.map(({ ids }) => Number(BigInt(ids) >> 192n));

/** The contract says that it settled the trade of two legs. */
export function settledFact(
  legs: readonly SettleLeg[],
  place: { transaction: Hash; logIndex: number },
): ChainFactOf<'trade_settled'> {
  const maker = present(
    legs.find(({ role }) => role === 'maker'),
    'maker',
  );
  const taker = present(
    legs.find(({ role }) => role === 'taker'),
    'taker',
  );
  return {
    ...place,
    kind: 'trade_settled',
    tradeId: maker.tradeId,
    maker: maker.account,
    taker: taker.account,
    makerOrder: maker.orderHash,
    takerOrder: taker.orderHash,
    makerAmount: maker.sold,
    takerAmount: taker.sold,
    makerFee: maker.fee,
    takerFee: taker.fee,
    makerRebate: maker.rebate,
    makerToken: maker.order.terms.sellToken,
    takerToken: taker.order.terms.sellToken,
    rebateInBoughtToken: maker.rebateToken === 'buy',
  };
}

export const ETH: Address = address(`0x${'00'.repeat(20)}`);
export const DAI: Address = address(`0x${'da'.repeat(20)}`);

/** The two legs of a trade: the maker sells ETH. */
export function tradeLegs(
  tradeId: number,
  maker: { account: Address; seq: number },
  taker: { account: Address; seq: number },
): readonly [SettleLeg, SettleLeg] {
  const signature = { v: 27, r: idOf('r'), s: `0x${'01'.repeat(32)}` };
  const leg = (role: 'maker' | 'taker', { account, seq }: { account: Address; seq: number }): SettleLeg => {
    const sells = role === 'maker' ? ETH : DAI;
    const terms = {
      sellToken: sells,
      sellAmount: '1000000',
      buyToken: sells === ETH ? DAI : ETH,
      buyAmount: '1000000',
      expiry: 1_900_000_000,
      nonce: tradeId,
    };
    return settleLeg.read({
      ...{ tradeId, market: 'ETHDAI', role, account, accountSeq: seq, orderId: tradeId },
      orderHash: idOf(`${account} ${tradeId}`),
      order: { terms, signature, format: 'signTypedData', signer: account },
      ...{ sold: '50000', bought: '50000', fee: '10', rebate: '0', rebateToken: 'sell' },
    });
  };
  return [leg('maker', maker), leg('taker', taker)];
}
