import {
  nextNonce,
  orderHash,
  type ReadPacket,
  type SeedCommand,
  type SeedConnection,
  type SigningFormat,
  type SigningKey,
  signLogin,
  signOrder,
  type TypedDataDomain,
} from '@exchange/test/seed-client';
import { Budget } from './strict/budget';
import { openConnection, type StrictOptions } from './strict/connection';
import type { FrameJournal } from './strict/journal';
import { is } from './expectations';
import { type OrderObject, orderObject } from './order-object';
import { type ShownBalance, balanceOf, type LedgerEntry, ledgerEntry, NOTHING } from './packets';

/** An order in the seed's words; amounts in smallest units. */
export interface OrderToSign {
  readonly market: string;
  readonly sellToken: string;
  readonly sellAmount: bigint;
  readonly buyToken: string;
  readonly buyAmount: bigint;
  readonly format?: SigningFormat;
  readonly expiry?: number;
  readonly nonce?: number;
  /** Optional fields of placeOrder. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const WEEK_S = 604_800;
const CHAIN_MS_MAX = 60_000;

/** A login of one account: its connection, its key, and its budget over all its connections. */
export class ConformanceAccount {
  private constructor(
    readonly connection: SeedConnection,
    readonly key: SigningKey,
    readonly domain: TypedDataDomain,
    readonly budget: Budget,
  ) {}

  static async connect(
    url: string,
    journal: FrameJournal,
    key: SigningKey,
    domain: TypedDataDomain,
    budget = new Budget(),
    options: StrictOptions = {},
  ): Promise<ConformanceAccount> {
    return new ConformanceAccount(await openConnection(url, journal, options, budget), key, domain, budget);
  }

  get address(): string {
    return this.key.address.toLowerCase();
  }

  call(command: SeedCommand, event: string): Promise<ReadPacket> {
    return this.connection.call(command, event);
  }

  /** The first packet with the command's rid, whatever it is. */
  answer(command: SeedCommand): Promise<ReadPacket> {
    return this.connection.ask(command);
  }

  refusal(command: SeedCommand): Promise<string> {
    return this.connection.refusal(command);
  }

  /** A login command with a new nonce, or with what is given. */
  async loginCommand(c = 'authenticate', text = 'conformance '): Promise<SeedCommand> {
    return { c, ...(await signLogin(this.key, text)) };
  }

  /** Logs in; returns the auth message. */
  async login(c = 'authenticate'): Promise<readonly [string, string, string | null, string]> {
    const packet = await this.call(await this.loginCommand(c), 'auth');
    return packet.message as [string, string, string | null, string];
  }

  /** The command that places an order, and the hash it signs. */
  async placeCommand(wish: OrderToSign): Promise<{ command: SeedCommand; hash: string }> {
    const { market, sellToken, buyToken, format = 'signTypedData', fields } = wish;
    const expiry = wish.expiry ?? Math.floor(Date.now() / 1000) + WEEK_S;
    const nonce = wish.nonce ?? nextNonce();
    const terms = { ...wish, expiry, nonce };
    const signature = await signOrder(this.key, this.domain, terms, format);
    const command = {
      c: 'placeOrder',
      ...{ market, buyToken, sellToken, expiry, nonce, signature },
      buyAmount: `${wish.buyAmount}`,
      sellAmount: `${wish.sellAmount}`,
      signatureFormat: format,
      ...fields,
    };
    return { command, hash: orderHash(this.domain, terms, format) };
  }

  /** Places an order; the first orderStatus says that it was accepted. */
  async place(wish: OrderToSign): Promise<OrderObject> {
    const { command } = await this.placeCommand(wish);
    return orderObject((await this.call(command, 'o')).message);
  }

  /** The refusal of an order. */
  async refusedOrder(wish: OrderToSign): Promise<string> {
    const { command } = await this.placeCommand(wish);
    return this.refusal(command);
  }

  /** An order as it was told last. */
  newestOrder(id: number): OrderObject | undefined {
    const isIt = ({ event, message }: ReadPacket) => event === 'o' && (message as [number])[0] === id;
    const packet = this.connection.packets.findLast(isIt);
    return packet === undefined ? undefined : orderObject(packet.message);
  }

  /** Waits for an order to be so; `msMax` where that takes longer than an answer. */
  async untilOrder(
    what: string,
    id: number,
    fits: (order: OrderObject) => boolean,
    msMax?: number,
  ): Promise<OrderObject> {
    const isIt = ({ event, message }: ReadPacket) =>
      event === 'o' && (message as [number])[0] === id && fits(orderObject(message));
    return orderObject((await this.connection.find(`order ${id} ${what}`, 0, isIt, msMax)).message);
  }

  /** Waits for a ledger entry to be told so; longer than for an answer, since the chain takes its time. */
  async untilEntry(what: string, fits: (entry: LedgerEntry) => boolean, from = 0): Promise<LedgerEntry> {
    const isIt = ({ event, message }: ReadPacket) => event === 'le' && fits(ledgerEntry(message));
    return ledgerEntry((await this.connection.find(what, from, isIt, CHAIN_MS_MAX)).message);
  }

  /** Settled, usable and blocked of each token, now. */
  async balances(): Promise<Map<string, ShownBalance>> {
    const { message } = await this.call({ c: 'getBalanceSnapshot' }, 'bs');
    return new Map((message as unknown[]).map(balanceOf));
  }

  async balance(token: string): Promise<ShownBalance> {
    return (await this.balances()).get(token) ?? NOTHING;
  }

  async usable(token: string): Promise<bigint> {
    return (await this.balance(token))[1];
  }

  /** What the newest balanceStatus of a token says; undefined when none came yet. */
  toldBalance(token: string): ShownBalance | undefined {
    const isIt = ({ event, message }: ReadPacket) => event === 'b' && (message as [string])[0] === token;
    const packet = this.connection.packets.findLast(isIt);
    return packet === undefined ? undefined : balanceOf(packet.message)[1];
  }

  /** Waits until a balanceStatus tells exactly this balance, and sees that a snapshot says the same. */
  async untilBalance(what: string, token: string, [settled, usable, blocked]: ShownBalance): Promise<void> {
    const wanted = `${settled} ${usable} ${blocked}`;
    const told = () => this.toldBalance(token)?.join(' ');
    try {
      await this.connection.until(what, () => told() === wanted, CHAIN_MS_MAX);
    } catch (error) {
      throw new Error(`${token} must be told as ${wanted}, not ${told() ?? 'not at all'}`, { cause: error });
    }
    for (let last: string | undefined; last !== told();) {
      last = told();
      const shown = (await this.balance(token)).join(' ');
      // What is told meanwhile may be newer than the snapshot.
      if (last === told()) is(shown, last, `${token} in a snapshot after ${what}`);
    }
  }

  async cancelAll(): Promise<void> {
    const from = this.connection.packets.length;
    const { message } = await this.call({ c: 'getActiveOrderSnapshot' }, 'os');
    const open = (message as unknown[]).map(orderObject);
    if (open.length === 0) return;
    await this.connection.send({ c: 'cancelOrders' });
    for (const { id } of open) {
      await this.connection.find(`the end of order ${id}`, from, (packet) => {
        return (
          packet.event === 'o' &&
          (packet.message as [number])[0] === id &&
          !orderObject(packet.message).active
        );
      });
    }
  }
}
