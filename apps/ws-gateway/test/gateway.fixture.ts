import {
  accountNotice,
  accountQueries,
  accountCommands,
  dataQueries,
  dataRate,
  ledgerListing,
  marketReport,
  type RequestDefinition,
} from '@exchange/contract/bus';
import { address, type Address, marketId } from '@exchange/core/kernel';
import {
  type AccountFact,
  type AccountNotice,
  type BookLevel,
  type Listing,
  type MarketEvent,
  marketEvent,
  type NoticeItem,
  type Origin,
  type ToldEntry,
} from '@exchange/core/message';
import type { SigningDomain } from '@exchange/core/order';
import { type Dialect, type Packet, SEED_DIALECT } from '@exchange/core/wire';
import type { Bus, IncomingRequest } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker, type MemoryBus, readFrame, settle } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { Connection } from '../src/connection/connection';
import { Connections } from '../src/connection/connections';
import type { QueueLimits } from '../src/connection/packet-queue';
import { Sending } from '../src/connection/sending';
import type { Edge } from '../src/edge';
import { silentEdgeMeters } from '../src/edge-meters';
import { deploymentFor, type EdgePorts, openEdge } from './edge.fixture';
import { receiveFrame } from '../src/inbox/receive-frame';

export const GATEWAY = 'ws-1';
export const CLIENT_ADDRESS = '192.0.2.1';
export const ALICE = new Wallet(`0x${'11'.repeat(32)}`);
export const BOB = new Wallet(`0x${'22'.repeat(32)}`);
export const addressOf = (wallet: Wallet): Address => address(wallet.address.toLowerCase());
export const ETH = `0x${'00'.repeat(20)}`;
export const DAI = `0x${'a1'.repeat(20)}`;

const DOMAIN = { name: 'Exchange', chainId: 31337, contract: address(`0x${'ee'.repeat(20)}`) };

export const DEPLOYMENT = deploymentFor(DOMAIN);

type Answer = (request: Record<string, unknown>) => unknown;
type ItemMarks = Pick<NoticeItem, 'others' | 'interim' | 'ended'>;

/** The other side of the bus, told by each test what to answer: account-service, market-data and the engine. */
export class Owners {
  /** Requests in the order in which they came: kind and content. */
  readonly asked: { kind: string; request: Record<string, unknown> }[] = [];
  readonly answers = new Map<string, Answer>();
  /** What market-data knew before the gateway started. */
  readonly rates = [{ pair: 'ETHUSD', token: 'ETH', currency: 'USD', rate: '1834.02', at: 1 }];
  private marketSeq = 0;
  private readonly accountSeqs = new Map<string, number>();

  constructor(
    readonly account: Bus,
    readonly engine: Bus,
    readonly data: Bus,
  ) {}

  async start(listing: Listing, levels: readonly BookLevel[]): Promise<void> {
    const ticker = { rate: '0', change24h: '0', volumeTraded24h: '0', volumeQuote24h: '0' };
    const day = { ...ticker, high24h: '0', low24h: '0' };
    this.answer(dataQueries.marketSnapshotQuery, ({ market }) => ({
      ...{ market, seq: 0, levels, trades: [], ticker: day, bars: [] },
    }));
    for (const { pattern } of Object.values(dataQueries)) {
      await this.data.serve(pattern, (request) => this.hear(request));
    }
    for (const { pattern } of [...Object.values(accountCommands), ...Object.values(accountQueries)]) {
      await this.account.serve(pattern, (request) => this.hear(request));
    }
    this.answer(dataQueries.ratesQuery, () => ({ rates: this.rates }));
    this.answer(accountQueries.noticesAfterQuery, ({ seq }) => ({
      ...{ accountSeq: seq, complete: true, notices: [] },
    }));
    await this.account.publishLog('LEDGER', ledgerListing.subject(), [
      { seq: 1, data: ledgerListing.encode({ seq: 1, at: 1, listing }) },
    ]);
  }

  /** What an owner answers: a value, a promise of one for later, or undefined for never. */
  answer(definition: RequestDefinition, answer: Answer): void {
    this.answers.set(definition.pattern.split('.').at(-1) ?? '', answer);
  }

  /** Accepts logins of the account at its newest sequence; `pointTenths` when the operator raised it. */
  acceptLogins(
    more: {
      readonly pointTenths?: number;
      readonly pendingEntries?: readonly ToldEntry[];
      readonly moreEntries?: true;
    } = {},
  ): void {
    const session = ({ account }: Record<string, unknown>) => ({
      account,
      ...{ delegate: null, session: 'ab'.repeat(32), grant: 'grant', pendingEntries: [] },
      accountSeq: this.accountSeqs.get(String(account)) ?? 0,
      balances: [{ token: 'ETH', settled: '5', usable: '5', blocked: '0' }],
      feeTier: { volume: '0', makerPpm: 0, takerPpm: 2500 },
      ...more,
    });
    this.answer(accountCommands.authenticate, session);
    this.answer(accountCommands.authenticateSession, session);
  }

  /** The next notice of the account, not sent. */
  nextNotice(
    account: Address,
    facts: readonly AccountFact[],
    origin?: Origin,
    more: ItemMarks = {},
  ): AccountNotice {
    const seq = (this.accountSeqs.get(account) ?? 0) + 1;
    this.accountSeqs.set(account, seq);
    return {
      account,
      seq,
      at: 1,
      items: [{ ...(origin === undefined ? {} : { origin }), ...more, facts: [...facts] }],
    };
  }

  send(notice: AccountNotice): void {
    this.account.publish(accountNotice.subject(notice.account), accountNotice.encode(notice));
  }

  /** The newest conversion rate of ETH. */
  async rate(currency: string, rate: string | null): Promise<void> {
    const pair = `ETH${currency}`;
    this.data.publish(dataRate.subject(pair), dataRate.encode({ pair, token: 'ETH', currency, rate, at: 1 }));
    await settle();
  }

  notify(account: Address, facts: readonly AccountFact[], origin?: Origin, more?: ItemMarks): void {
    this.send(this.nextNotice(account, facts, origin, more));
  }

  async report(...events: MarketEvent[]): Promise<void> {
    this.marketSeq += 1;
    await this.engine.publishLog('MARKET', 'market.v1.ETHDAI', [storedReport(this.marketSeq, events)]);
    await settle();
  }

  private hear({ subject, data, respond }: IncomingRequest): void {
    const kind = subject.split('.').at(-1) ?? '';
    const request = JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown>;
    this.asked.push({ kind, request });
    const answer = this.answers.get(kind)?.(request);
    if (answer instanceof Promise) void answer.then((later) => this.reply(later, respond));
    else this.reply(answer, respond);
  }

  private reply(answer: unknown, respond: IncomingRequest['respond']): void {
    if (answer === undefined) return;
    const refused = typeof answer === 'object' && answer !== null && 'code' in answer;
    const reply = refused ? { ok: false, ...answer } : { ok: true, value: answer };
    const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
    respond(new TextEncoder().encode(JSON.stringify(reply, asText)));
  }
}

const storedReport = (seq: number, events: MarketEvent[]) => ({
  seq,
  data: marketReport.encode({ seq, at: 1, market: marketId('ETHDAI'), steps: [{ events }] }),
});

/** A client whose socket is in memory: what it was sent, frame by frame. */
export class Client {
  readonly frames: Packet[][] = [];
  readonly bytes: Buffer[] = [];
  closed: { code: number; reason: string } | 'terminated' | undefined;
  pings = 0;
  /** While true the network takes nothing. */
  stalled = false;
  private untaken: (() => void)[] = [];
  private untakenBytes = 0;
  /** Of a frame that isn't complete. */
  private readonly pieces: Buffer[] = [];
  readonly connection: Connection;

  constructor(
    private readonly world: Pick<GatewayWorld, 'edge' | 'sending' | 'clock' | 'settle'>,
    id: number,
    dialect: Dialect,
    limits: QueueLimits = { slowBytes: 64 * 1024, queueBytesMax: 4 * 1024 * 1024 },
    address = CLIENT_ADDRESS,
  ) {
    const { sending, clock } = world;
    this.connection = new Connection({
      id,
      socket: this.socket(),
      address,
      dialect,
      limits,
      sending,
      now: clock.now(),
    });
  }

  async send(...commands: unknown[]): Promise<void> {
    await this.sendText(JSON.stringify(commands));
  }

  async sendText(frame: string): Promise<void> {
    receiveFrame(frame, this.connection, this.world.edge);
    await this.world.settle();
  }

  /** All packets so far; `takePackets` forgets them. */
  get packets(): Packet[] {
    return this.frames.flat();
  }

  takePackets(): Packet[] {
    const { packets } = this;
    this.frames.length = 0;
    return packets;
  }

  async login(wallet = ALICE): Promise<void> {
    await this.send(await signedLogin(wallet));
    this.takePackets();
  }

  /** The network takes everything that waited. */
  async resume(): Promise<void> {
    this.stalled = false;
    this.untakenBytes = 0;
    for (const sent of this.untaken.splice(0)) sent();
    await this.world.settle();
  }

  private socket() {
    const bufferedAmount = () => this.untakenBytes;
    return {
      get bufferedAmount() {
        return bufferedAmount();
      },
      send: (frame: Buffer, sent: () => void) => {
        this.bytes.push(frame);
        const { payload, isLast } = readFrame(frame);
        this.pieces.push(payload);
        if (isLast) this.frames.push(JSON.parse(String(Buffer.concat(this.pieces.splice(0)))) as Packet[]);
        if (!this.stalled) return void queueMicrotask(sent);
        this.untaken.push(sent);
        this.untakenBytes += frame.length;
      },
      close: (code: number, reason: string) => {
        this.closed = { code, reason };
      },
      terminate: () => {
        this.closed = 'terminated';
      },
      ping: () => {
        this.pings += 1;
      },
    };
  }
}

/** A gateway without its sockets, against owners in memory. */
export class GatewayWorld {
  readonly sending = new Sending(setImmediate);
  readonly connections: Connections;
  private lastId = 100;

  private constructor(
    readonly edge: Edge,
    readonly clock: FakeClock,
    readonly log: KeptLog,
    readonly owners: Owners,
    /** The connection of account-service, to break it. */
    readonly account: MemoryBus,
    readonly watcher: MemoryBus,
    private readonly broker: MemoryBroker,
  ) {
    this.connections = new Connections(clock);
  }

  static async open(
    levels: readonly BookLevel[] = [],
    { onDemand = false, meters = silentEdgeMeters }: Pick<EdgePorts, 'onDemand' | 'meters'> = {},
  ): Promise<GatewayWorld> {
    const clock = new FakeClock();
    const log = new KeptLog();
    const broker = new MemoryBroker({ clock });
    const account = broker.connect('account-service');
    const owners = new Owners(account, broker.connect('matching-engine'), broker.connect('market-data'));
    const listing = ledgerListing.examples[0]?.listing ?? { tokens: [], markets: [] };
    await owners.start(listing, levels);
    const edge = await openEdge({
      bus: broker.connect(GATEWAY),
      clock,
      log,
      domain: DOMAIN,
      onDemand,
      meters,
    });
    await clock.advance(10);
    const watcher = broker.connect('chain-watcher');
    return new GatewayWorld(edge, clock, log, owners, account, watcher, broker);
  }

  /** `asked`: what its address appended. */
  connect(asked: Partial<Dialect> = {}, limits?: QueueLimits, from?: string): Client {
    this.lastId += 1;
    const client = new Client(this, this.lastId, { ...SEED_DIALECT, ...asked }, limits, from);
    this.connections.add(client.connection);
    return client;
  }

  /** The next that the log has is this report, whatever was lost before it. */
  async reportAfterLoss(seq: number, ...events: MarketEvent[]): Promise<void> {
    this.broker.append('MARKET', { subject: 'market.v1.ETHDAI', ...storedReport(seq, events) });
    await this.settle();
  }

  /** Lets everything that can go on do so, sending included. */
  async settle(): Promise<void> {
    for (let round = 0; round < 4; round += 1) await settle();
  }
}

export async function signedLogin(wallet: Wallet, rid?: number): Promise<object> {
  const message = 'login 1';
  const signature = await wallet.signMessage(message);
  return { c: 'authenticate', message, nonce: 1, signature, ...(rid === undefined ? {} : { rid }) };
}

const orderTypes = {
  Order: [
    { name: 'sellTokenAddress', type: 'address' },
    { name: 'sellTokenAmount', type: 'uint128' },
    { name: 'buyTokenAddress', type: 'address' },
    { name: 'buyTokenAmount', type: 'uint128' },
    { name: 'expiry', type: 'uint32' },
    { name: 'nonce', type: 'uint64' },
  ],
};

/** A signed placeOrder that sells 1 ETH for 200 DAI. */
export async function signedOrder(
  wallet: Wallet,
  changes: object = {},
  signing: SigningDomain = DOMAIN,
): Promise<Record<string, unknown>> {
  const order = {
    c: 'placeOrder',
    market: 'ETHDAI',
    ...{ buyToken: DAI, sellToken: ETH, buyAmount: `200${'0'.repeat(18)}`, sellAmount: `1${'0'.repeat(18)}` },
    ...{ expiry: 1_800_000_000, nonce: 1, signatureFormat: 'signTypedData' },
    ...changes,
  };
  const domain = {
    name: signing.name,
    version: '1',
    chainId: signing.chainId,
    verifyingContract: signing.contract,
  };
  const signature = await wallet.signTypedData(domain, orderTypes, {
    sellTokenAddress: order.sellToken,
    sellTokenAmount: order.sellAmount,
    buyTokenAddress: order.buyToken,
    buyTokenAmount: order.buyAmount,
    expiry: order.expiry,
    nonce: order.nonce,
  });
  return { signature, ...order };
}

export const orderFact = (id: number, active = true): AccountFact => ({
  kind: 'order',
  order: {
    ...{ id, cid: 0, hash: `0x${'33'.repeat(32)}`, market: 'ETHDAI', active, canceled: !active },
    ...{ sellToken: 'ETH', buyToken: 'DAI', sellAmount: '1', buyAmount: '2', sellRemaining: '1' },
    ...{ buyRemaining: '2', sellBook: '1', buyBook: '2', bookRate: '200', stopRate: null },
    ...{ peggedCurrency: null, peggedRate: null, hidden: false, trades: [], info: '', nonce: 1 },
    ...{ timestamp: 1, lastActive: 1 },
  },
});

export const balanceFact = (usable: string): AccountFact => ({
  kind: 'balance',
  balance: { token: 'ETH', settled: '5', usable, blocked: '0' },
});

export const levelEvent = (rateKey: number, amount: string, count = 1): MarketEvent =>
  marketEvent.read({ kind: 'level', side: 'sell', rateKey, amount, count });
