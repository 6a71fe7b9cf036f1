import {
  attesterCommands,
  attesterNews,
  ledgerCosign,
  ledgerSettle,
  marketReport,
  settlementNews,
  solvencyVerdict,
} from '@exchange/contract/bus';
import {
  type Address,
  address,
  type AlarmCode,
  amount,
  type MarketId,
  type OrderId,
  tradeId,
} from '@exchange/core/kernel';
import {
  type AttestationReply,
  type AttestationRequest,
  type AttesterNews,
  type CosignRequest,
  type MarketEventOf,
  settleLeg,
  type SettleLeg,
  type SettlementNews,
  type Submission,
} from '@exchange/core/message';
import { batchTrade, encodeBatch, packedWords } from '@exchange/core/settlement';
import {
  type AttestedBatch,
  type AttesterKey,
  type CosignerKey,
  LocalAttesterKey,
  LocalCosignerKey,
  LocalKey,
} from '@exchange/edge/keys';
import type { Statement } from '@exchange/contract/chain';
import { Prompts, Requester, silentTurnMetrics, Turn } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker, MemoryDatabase, MemoryStore } from '@exchange/test/kit';
import { AttesterHandler } from '../src/attester-handler';
import { silentAttesterMetrics } from '../src/attester-metrics';
import type { AttesterSignal } from '../src/inbox/round-signal';
import { AttesterRound } from '../src/round/attester-round';
import { MemoryAttesterChain } from './memory-attester-chain.fixture';

export const ATTESTER_SECRET = `0x${'a7'.repeat(32)}`;
export const COSIGNER_SECRET = `0x${'c5'.repeat(32)}`;
const CONTRACT = address(`0x${'c0'.repeat(20)}`);
export const DOMAIN = { name: 'exchange', chainId: 31_337, contract: CONTRACT };
export const LIMITS = { longestSeconds: 900, trialSeconds: 60 };
export const ETH: Address = address(`0x${'00'.repeat(20)}`);
export const DAI: Address = address(`0x${'da'.repeat(20)}`);
const MARKET = 'ETHDAI' as MarketId;

/** An account of one repeated byte. */
export const account = (byte: string): Address => address(`0x${byte.repeat(20)}`);
const word = (id: number) => `0x${id.toString(16).padStart(64, '0')}`;

type Legs = readonly [maker: SettleLeg, taker: SettleLeg];

/** The two legs of a trade: the maker sells ETH. */
export function tradeLegs(id: number, maker: Address, taker: Address, change: object = {}): Legs {
  const leg = (role: 'maker' | 'taker', own: Address) => {
    const [sellToken, buyToken] = role === 'maker' ? [ETH, DAI] : [DAI, ETH];
    const orderId = role === 'maker' ? 2 * id : 2 * id + 1;
    const terms = {
      sellToken,
      sellAmount: '1000000',
      buyToken,
      buyAmount: '1000000',
      expiry: 1_900_000_000,
      nonce: orderId,
    };
    return settleLeg.read({
      ...{
        tradeId: id,
        market: MARKET,
        role,
        account: own,
        accountSeq: id,
        orderId,
        orderHash: word(orderId),
      },
      order: {
        terms,
        ...{ signature: { v: 27, r: word(orderId), s: word(1) }, format: 'signTypedData', signer: own },
      },
      ...{ sold: '50000', bought: '50000', fee: '10', rebate: '0', rebateToken: 'sell' },
      ...change,
    });
  };
  return [leg('maker', maker), leg('taker', taker)];
}

/** The attester over memory, with a chain and the writers of its logs in the test's hand. */
export class AttesterWorld {
  readonly clock = new FakeClock();
  readonly broker = new MemoryBroker({ clock: this.clock });
  readonly store = new MemoryStore();
  readonly log = new KeptLog();
  readonly chain = new MemoryAttesterChain(() => Math.floor(this.clock.now() / 1_000), [ETH, DAI]);
  /** Its keys: a test may put others in their place. */
  attester: AttesterKey = new LocalAttesterKey(new LocalKey(ATTESTER_SECRET, 'attester'));
  cosigner: CosignerKey = new LocalCosignerKey(new LocalKey(COSIGNER_SECRET, 'cosigner'));
  readonly #seqs = new Map<string, number>();
  readonly #requester = new Requester(this.broker.connect('settlement-service'));
  #running: { turn: Turn; round: AttesterRound; handler: AttesterHandler } | undefined;

  async start(): Promise<void> {
    const { clock, log, chain, broker } = this;
    const database = new MemoryDatabase(this.store);
    const attester = {
      address: this.attester.address,
      attest: (batch: AttestedBatch) => this.attester.attest(batch),
    };
    const cosigner = {
      address: this.cosigner.address,
      sign: (statement: Statement) => this.cosigner.sign(statement),
    };
    const metrics = silentAttesterMetrics;
    const handler = new AttesterHandler({
      ...{ database, domain: DOMAIN, limits: LIMITS, attester, clock, metrics },
    });
    const bus = broker.connect('attester');
    const onFatal = (error: Error) => {
      throw error;
    };
    const turn = new Turn({
      ...{ name: 'attester', handler, database, bus, clock, log, onFatal, verify: true },
      metrics: silentTurnMetrics,
    });
    const prompts = new Prompts<AttesterSignal>();
    prompts.connect((signal, committed) => turn.submit(signal, committed));
    const { state } = handler;
    const round = new AttesterRound({
      ...{ state, chain, domain: DOMAIN, cosigner, prompts, log, metrics },
    });
    await turn.start();
    await turn.caughtUp();
    this.#running = { turn, round, handler };
  }

  /** The process ends as if killed: whatever it would still do is of no effect. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#running?.turn.stop();
    this.#running = undefined;
  }

  get state() {
    return this.#own.handler.state;
  }

  /** A look at the chain, and what may be co-signed. */
  async round(): Promise<void> {
    await this.#own.turn.caughtUp();
    await this.#own.round.run();
    await this.#own.turn.published();
  }

  /** A round that finds new final blocks. */
  async minedRound(): Promise<void> {
    this.chain.mine(3);
    await this.round();
  }

  /** Engine and ledger tell of a trade. */
  async trade(id: number, maker: Address, taker: Address, change: object = {}): Promise<Legs> {
    const legs = tradeLegs(id, maker, taker, change);
    await this.report(legs);
    await this.legs(...legs);
    return legs;
  }

  async report([maker, taker]: Legs): Promise<void> {
    const fees = { makerPpm: 0, takerPpm: 0, settlementFee: amount(0n), rebateToken: 'sell' } as const;
    const side = ({ orderId, account: own }: SettleLeg) => ({
      ...{ orderId: orderId as OrderId, account: own, sellBook: amount(0n), buyBook: amount(0n), fees },
    });
    const trade: MarketEventOf<'trade'> = {
      ...{ kind: 'trade', tradeId: maker.tradeId, time: this.clock.now(), rateKey: 1_030_000 as never },
      ...{ takerSide: 'buy', traded: maker.sold, quote: taker.sold, maker: side(maker), taker: side(taker) },
    };
    const steps = [{ events: [trade] }];
    const content = (seq: number) =>
      marketReport.encode({ seq, at: this.clock.now(), market: MARKET, steps });
    await this.#append('MARKET', marketReport.subject(MARKET), content);
  }

  async legs(...legs: SettleLeg[]): Promise<void> {
    for (const leg of legs) {
      const partition = Number.parseInt(leg.account.slice(-2), 16) % 64;
      const content = (seq: number) => ledgerSettle.encode({ seq, at: this.clock.now(), legs: [leg] });
      await this.#append('LEDGER', ledgerSettle.subject(partition), content);
    }
  }

  async cosign(...requests: CosignRequest[]): Promise<void> {
    const content = (seq: number) => ledgerCosign.encode({ seq, at: this.clock.now(), requests });
    await this.#append('LEDGER', ledgerCosign.subject(0), content);
  }

  /** The standing check says that figures differ, or that they agree. */
  async verdict(says: 'differs' | 'agrees'): Promise<void> {
    const difference = {
      ...{ kind: 'ledger_differs' as const, token: ETH, block: 1, expected: 5n, found: 6n },
      sentence: 'the contract owes 5, and the ledger has 6',
    };
    const content = (seq: number) => {
      const at = this.clock.now();
      return solvencyVerdict.encode({
        seq,
        at,
        block: 1,
        difference: says === 'differs' ? difference : null,
      });
    };
    await this.#append('SOLVENCY', solvencyVerdict.subject(), content);
  }

  async submit(...submissions: Submission[]): Promise<void> {
    const content = (seq: number) =>
      ledgerCosign.encode({ seq, at: this.clock.now(), requests: [], submissions });
    await this.#append('LEDGER', ledgerCosign.subject(0), content);
  }

  async settlement(news: SettlementNews): Promise<void> {
    const content = (seq: number) => settlementNews.encode({ seq, at: this.clock.now(), news: [news] });
    await this.#append('SETTLEMENT', settlementNews.subject(), content);
  }

  /** The batch of these trades as settlement-service asks for it. */
  batch(trades: readonly Legs[], change: Partial<AttestationRequest> = {}): AttestationRequest {
    const encoded = encodeBatch(
      trades.map(([maker, taker]) => batchTrade(maker, taker)),
      (token) => [ETH, DAI].indexOf(token),
    );
    if (!encoded.ok) throw new Error(encoded.code);
    const { chainId, contract } = DOMAIN;
    const validUntil = Math.floor(this.clock.now() / 1_000) + 600;
    return { chainId, contract, batchId: 1, validUntil, ...packedWords(encoded.value), ...change };
  }

  async attest(request: AttestationRequest): Promise<AttestationReply> {
    const { attestBatch } = attesterCommands;
    const answer = await this.#requester.ask(attestBatch, ['settlement-service'], request, 5_000);
    if (!answer.ok) throw new Error(answer.message);
    return answer.value;
  }

  news(): AttesterNews[] {
    return this.broker.stream('ATTESTER').flatMap(({ data }) => attesterNews.decode(data).news);
  }

  alarms(): AlarmCode[] {
    return this.log.alarms.map(({ alarm }) => alarm);
  }

  get #own() {
    if (!this.#running) throw new Error('not started');
    return this.#running;
  }

  async #append(
    stream: 'LEDGER' | 'MARKET' | 'SETTLEMENT' | 'SOLVENCY',
    subject: string,
    content: (seq: number) => Uint8Array,
  ): Promise<void> {
    const seq = (this.#seqs.get(subject) ?? 0) + 1;
    this.#seqs.set(subject, seq);
    this.broker.append(stream, { subject, seq, data: content(seq) });
    await this.#running?.turn.caughtUp();
  }
}

export { tradeId };
