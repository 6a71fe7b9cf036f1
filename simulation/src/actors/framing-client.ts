import { amount } from '@exchange/core/kernel';
import type { OrderView } from '@exchange/core/message';
import type { OrderSignature, OrderTerms } from '@exchange/core/order';
import { type Packet, SEED_DIALECT } from '@exchange/core/wire';
import { readFrame, type SeededRandom, settle } from '@exchange/test/kit';
import { CLOSE, type ClientSocket, Connection } from '../../../apps/ws-gateway/src/connection/connection';
import { Sending } from '../../../apps/ws-gateway/src/connection/sending';
import type { Edge } from '../../../apps/ws-gateway/src/edge';
import { receiveFrame } from '../../../apps/ws-gateway/src/inbox/receive-frame';
import { isUnsure, judgeFrame, type SentFrame } from '../audit/frame-audit';
import { GIVEN_UP_MS, SentBefore } from '../audit/sent-before';
import type { SimMarket, SimulatedTrader } from './trader';

/** Changes a connection as it is made: for bugs that are injected on purpose. */
export type ChangeConnection = (connection: Connection) => void;

const ADDRESS = '192.0.2.1';
const LIMITS = { slowBytes: 64 * 1024, queueBytesMax: 4 * 1024 * 1024 };
/** Above what any other actor uses as a nonce of a login or an order. */
const FIRST_NONCE = 1_000_000;
const DAY_SECONDS = 86_400;
/** Once it shows that nothing is open, nothing is undecided either. */
const CLEAN_UP = [{ c: 'cancelOrders' }, { c: 'getActiveOrderSnapshot' }];

/**
 * A client at a real gateway that sends frames whose commands use or show what those before come to: it replaces its
 * order, edits it twice, or ends with a snapshot. One frame at a time; each is judged when all of it was answered.
 */
export class FramingClient {
  /** What must not have come, in words that lead to it. */
  readonly findings: string[] = [];
  /** How many frames were judged. */
  judged = 0;
  private readonly sending = new Sending(setImmediate);
  private readonly packets: Packet[] = [];
  /** Of a packet that comes in several frames. */
  private readonly pieces: Buffer[] = [];
  private connection: Connection | undefined;
  private lastConnection = 0;
  private frame: SentFrame | undefined;
  private rid = 0;
  private nonce = FIRST_NONCE;
  private cid = 1;
  private nextAt = 0;
  private readonly before = new SentBefore();

  constructor(
    /** The account, which nobody else uses. */
    readonly trader: SimulatedTrader,
    private readonly edge: Edge,
    private readonly market: SimMarket,
    private readonly random: SeededRandom,
    private readonly change: ChangeConnection,
  ) {}

  /** What a gateway and its client do now and then; `isCalm`: no message is lost or doubled now. */
  async step(isCalm: boolean): Promise<void> {
    const { edge } = this;
    const now = edge.clock.now();
    edge.outcomes.sweep(now);
    edge.feeds.hurry();
    if (this.frame !== undefined) this.look(this.frame, now, isCalm);
    if (this.frame !== undefined || now < this.nextAt) return;
    this.nextAt = now + this.random.integer(500, 4_000);
    if (!this.isLoggedIn) return this.send([this.login()], now, isCalm);
    await this.send(this.before.isDecided ? this.someFrame() : CLEAN_UP, now, isCalm);
  }

  private get isLoggedIn(): boolean {
    return this.connection?.open === true && this.connection.session !== undefined;
  }

  private look(frame: SentFrame, now: number, isCalm: boolean): void {
    frame.isCalm &&= isCalm;
    const answers = frame.commands.map(({ rid }) => this.packets.findIndex((packet) => packet[3] === rid));
    const isOver = !answers.includes(-1);
    if (!isOver && now - frame.sentAt < GIVEN_UP_MS && this.connection?.open === true) return;
    this.frame = undefined;
    for (const [index, answer] of answers.entries()) this.noteOrder(frame, index, this.packets[answer]);
    const first = answers.map((answer) => this.packets[answer]);
    const isCleanedUp = first[1]?.[1] === 'os' && (first[1][2] as unknown[]).length === 0;
    const isSure = isOver && !first.some(isUnsure);
    this.before.ended({ now, isCalm: frame.isCalm, isSure, isCleanedUp });
    if (!isSure) this.nextAt = now + GIVEN_UP_MS;
    if (!isSure) return;
    const tradesNow = this.trader.feed.tradeIds.size;
    const finding = judgeFrame({ ...frame, now, tradesNow }, answers, this.packets);
    if (finding === 'not judged') return;
    if (frame.commands.length > 1) this.judged += 1;
    if (finding !== undefined) this.findings.push(finding);
  }

  /** The auditor must know what was signed for which order. */
  private noteOrder({ commands }: SentFrame, index: number, answer: Packet | undefined): void {
    const sent = this.trader.sent.find(({ terms }) => terms.nonce === commands[index]?.['nonce']);
    if (sent !== undefined && answer?.[1] === 'o') sent.acceptedAs = (answer[2] as number[])[0];
  }

  private async send(commands: readonly object[], now: number, isCalm: boolean): Promise<void> {
    this.connection = this.connection?.open === true ? this.connection : this.connect(now);
    this.packets.length = 0;
    const numbered = commands.map((command) => ({ ...command, rid: (this.rid += 1) }));
    this.frame = {
      ...{ commands: numbered, sentAt: now, isCalm, certain: this.before.isOver(now) },
      trades: this.trader.feed.tradeIds.size,
    };
    receiveFrame(JSON.stringify(numbered), this.connection, this.edge);
    await settle();
  }

  private connect(now: number): Connection {
    this.lastConnection += 1;
    const connection = new Connection({
      ...{ id: this.lastConnection, socket: this.socket(), address: ADDRESS, dialect: SEED_DIALECT },
      ...{ limits: LIMITS, sending: this.sending, now },
    });
    this.change(connection);
    return connection;
  }

  private socket(): ClientSocket {
    return {
      bufferedAmount: 0,
      send: (frame, sent) => {
        const { payload, isLast } = readFrame(frame);
        this.pieces.push(payload);
        if (isLast)
          this.packets.push(...(JSON.parse(String(Buffer.concat(this.pieces.splice(0)))) as Packet[]));
        queueMicrotask(sent);
      },
      close: (code, reason) => {
        if (code === CLOSE.internalError) this.findings.push(`the gateway closed: ${reason}`);
      },
      terminate: () => undefined,
      ping: () => undefined,
    };
  }

  private login(): object {
    this.nonce += 1;
    const message = `log in ${this.nonce}`;
    const signature = hexOf(this.trader.key.signMessage(message));
    return { c: 'authenticate', message, nonce: this.nonce, signature };
  }

  private someFrame(): object[] {
    const standing = [...this.trader.feed.orders.values()].find(({ active }) => active);
    const draw = this.random.integer(0, 2);
    if (draw === 0) return this.placeAndLook();
    if (standing === undefined || standing.cid === 0) return [this.place(this.offer(), (this.cid += 1))];
    return draw === 1 ? this.replace(standing) : this.editTwice(standing);
  }

  /** Almost all that is free once the standing order is gone: two such orders have no room beside each other. */
  private replace(standing: OrderView): object[] {
    const { cid } = standing;
    const freed = standing.sellToken === this.market.traded.symbol ? BigInt(standing.sellBook) : 0n;
    return [{ c: 'cancelOrder', cid }, this.place(this.offer(freed), cid), { c: 'getOrder', cid }];
  }

  private editTwice({ cid, sellAmount, buyAmount }: OrderView): object[] {
    const edit = (percent: bigint) => ({
      ...{ c: 'editOrder', cid },
      sellBookAmount: `${(BigInt(sellAmount) * percent) / 100n}`,
      buyBookAmount: `${(BigInt(buyAmount) * percent) / 100n}`,
    });
    return [edit(40n), edit(60n), { c: 'getBalanceSnapshot' }];
  }

  private placeAndLook(): object[] {
    const cid = (this.cid += 1);
    const edit = { c: 'editOrder', cid, hidden: true };
    return [this.place(this.offer() / 2n, cid), edit, { c: 'cancelOrders' }, { c: 'getActiveOrderSnapshot' }];
  }

  private offer(freed = 0n): bigint {
    const usable = BigInt(this.trader.feed.balances.get(this.market.traded.symbol)?.usable ?? '0');
    return ((usable + freed) * 80n) / 100n;
  }

  /** Sells near the price; what is too little or too much is refused. */
  private place(sellAmount: bigint, cid: number): object {
    const { traded, quote, price, id } = this.market;
    const skewed = price * BigInt(10_000 + this.random.integer(-50, 300));
    const scale = 10n ** BigInt(traded.decimals + 8);
    const buyAmount = (sellAmount * skewed * 10n ** BigInt(quote.decimals)) / scale;
    this.nonce += 1;
    const expiry = Math.floor(this.edge.clock.now() / 1000) + 20 * DAY_SECONDS;
    const terms: OrderTerms = {
      ...{ sellToken: traded.contract, sellAmount: amount(sellAmount), buyToken: quote.contract },
      ...{ buyAmount: amount(buyAmount), expiry, nonce: this.nonce },
    };
    this.trader.sent.push({ account: this.trader.address, market: id, terms });
    const signature = hexOf(this.trader.key.signOrder(terms, 'sign', this.edge.domain));
    return {
      ...{ c: 'placeOrder', market: id, cid, signature, signatureFormat: 'sign' },
      ...{ ...terms, sellAmount: `${sellAmount}`, buyAmount: `${buyAmount}` },
    };
  }
}

const hexOf = ({ v, r, s }: OrderSignature): string => `${r}${s.slice(2)}${v.toString(16)}`;
