import { getBytes, type HDNodeWallet, solidityPackedKeccak256, TypedDataEncoder, type Wallet } from 'ethers';
import { Budget } from './strict/budget';
import { type Command, Connection, type Packet } from './strict/connection';
import type { Journal } from './strict/journal';
import { type OrderObject, orderObject } from './order-object';

export type Key = Wallet | HDNodeWallet;

/** What a signature is for: where the exchange is. */
export interface Domain {
  readonly name: string;
  readonly chainId: number;
  readonly contract: string;
}

/** An order in the seed's words; amounts in smallest units. */
export interface Wish {
  readonly market: string;
  readonly sellToken: string;
  readonly sellAmount: bigint;
  readonly buyToken: string;
  readonly buyAmount: bigint;
  readonly format?: 'sign' | 'signTypedData';
  readonly expiry?: number;
  readonly nonce?: number;
  /** Optional fields of placeOrder. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const WEEK_S = 604_800;
const ORDER_TYPE = [
  { name: 'sellTokenAddress', type: 'address' },
  { name: 'sellTokenAmount', type: 'uint128' },
  { name: 'buyTokenAddress', type: 'address' },
  { name: 'buyTokenAmount', type: 'uint128' },
  { name: 'expiry', type: 'uint32' },
  { name: 'nonce', type: 'uint64' },
];
const PACKED = ['address', 'uint128', 'address', 'uint128', 'uint32', 'uint64', 'address'];

let lastNonce = Date.now();
export const nextNonce = (): number => (lastNonce += 1);

/** A login of one account: its connection, its key, and its budget over all its connections. */
export class Account {
  private constructor(
    readonly connection: Connection,
    readonly key: Key,
    readonly domain: Domain,
    readonly budget: Budget,
  ) {}

  static async connect(
    url: string,
    journal: Journal,
    key: Key,
    domain: Domain,
    budget = new Budget(),
  ): Promise<Account> {
    return new Account(await Connection.open(url, journal), key, domain, budget);
  }

  get address(): string {
    return this.key.address.toLowerCase();
  }

  call(command: Command, event: string): Promise<Packet> {
    return this.connection.call(command, event, this.budget);
  }

  refusal(command: Command): Promise<string> {
    return this.connection.refusal(command, this.budget);
  }

  /** A login command with a new nonce, or with what is given. */
  async loginCommand(c = 'authenticate', text = 'conformance '): Promise<Command> {
    const nonce = nextNonce();
    const message = `${text}${nonce}`;
    return { c, message, nonce, signature: await this.key.signMessage(message) };
  }

  /** Logs in; returns the auth message. */
  async login(c = 'authenticate'): Promise<readonly [string, string, string | null, string]> {
    const packet = await this.call(await this.loginCommand(c), 'auth');
    return packet.message as [string, string, string | null, string];
  }

  /** The hash that the owner signs, and its signature. */
  async sign(wish: Wish, expiry: number, nonce: number): Promise<{ hash: string; signature: string }> {
    const { name, chainId, contract } = this.domain;
    const terms = [wish.sellToken, wish.sellAmount, wish.buyToken, wish.buyAmount, expiry, nonce];
    if (wish.format === 'sign') {
      const hash = solidityPackedKeccak256(PACKED, [...terms, contract]);
      return { hash, signature: await this.key.signMessage(getBytes(hash)) };
    }
    const domain = { name, version: '1', chainId, verifyingContract: contract };
    const value = Object.fromEntries(ORDER_TYPE.map((field, index) => [field.name, terms[index]]));
    const types = { Order: ORDER_TYPE };
    const hash = TypedDataEncoder.hash(domain, types, value);
    return { hash, signature: await this.key.signTypedData(domain, types, value) };
  }

  /** The command that places an order, and the hash it signs. */
  async placeCommand(wish: Wish): Promise<{ command: Command; hash: string }> {
    const { market, sellToken, buyToken, fields } = wish;
    const expiry = wish.expiry ?? Math.floor(Date.now() / 1000) + WEEK_S;
    const nonce = wish.nonce ?? nextNonce();
    const { hash, signature } = await this.sign(wish, expiry, nonce);
    const command = {
      c: 'placeOrder',
      ...{ market, buyToken, sellToken, expiry, nonce, signature },
      buyAmount: `${wish.buyAmount}`,
      sellAmount: `${wish.sellAmount}`,
      signatureFormat: wish.format ?? 'signTypedData',
      ...fields,
    };
    return { command, hash };
  }

  /** Places an order; the first orderStatus says that it was accepted. */
  async place(wish: Wish): Promise<OrderObject> {
    const { command } = await this.placeCommand(wish);
    return orderObject((await this.call(command, 'o')).message);
  }

  /** The refusal of an order. */
  async refusedOrder(wish: Wish): Promise<string> {
    const { command } = await this.placeCommand(wish);
    return this.refusal(command);
  }

  /** Waits for an order to be so. */
  async untilOrder(what: string, id: number, fits: (order: OrderObject) => boolean): Promise<OrderObject> {
    const packet = await this.connection.find(
      `order ${id} ${what}`,
      0,
      ({ event, message }) => event === 'o' && (message as [number])[0] === id && fits(orderObject(message)),
    );
    return orderObject(packet.message);
  }

  /** Settled, usable and blocked of each token, now. */
  async balances(): Promise<Map<string, readonly [settled: bigint, usable: bigint, blocked: bigint]>> {
    const { message } = await this.call({ c: 'getBalanceSnapshot' }, 'bs');
    return new Map(
      (message as [string, string, string, string][]).map(([token, ...amounts]) => {
        const [settled, usable, blocked] = amounts.map(BigInt) as [bigint, bigint, bigint];
        return [token, [settled, usable, blocked]];
      }),
    );
  }

  async usable(token: string): Promise<bigint> {
    return (await this.balances()).get(token)?.[1] ?? 0n;
  }

  async cancelAll(): Promise<void> {
    const from = this.connection.packets.length;
    const { message } = await this.call({ c: 'getActiveOrderSnapshot' }, 'os');
    const open = (message as unknown[]).map(orderObject);
    if (open.length === 0) return;
    await this.connection.send([{ c: 'cancelOrders' }], this.budget);
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
