import { address } from '@exchange/core/kernel';
import {
  digestToSign,
  type OrderTermsText,
  parseSignature,
  type SigningDomain,
  termsFrom,
} from '@exchange/core/order';
import { createCrypto, type NativeCrypto } from '@exchange/platform';
import { jetstream, type JetStreamClient, jetstreamManager, StorageType } from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import {
  FILLS,
  type FloorFill,
  type FloorSettings,
  LOG,
  LOG_SUBJECT,
  READY,
  REQUESTS,
  type Written,
} from './parts';
import { connectAs } from '../../../kit/services/connect-as';

/** A row's own part of the database's log, beside its content. */
const ROW_OVERHEAD = 110;
const INSERT = 'INSERT INTO floor SELECT * FROM unnest($1::int8[], $2::bytea[])';

type Order = OrderTermsText & { readonly cid: number; readonly signature: string };

interface Request {
  readonly message: Msg;
  readonly connection: number;
  readonly order: Order;
}

function requestOf(message: Msg): Request {
  const text = message.string();
  const space = text.indexOf(' ');
  const [order] = JSON.parse(text.slice(space + 1)) as [Order];
  return { message, connection: Number(text.slice(0, space)), order };
}

/** Turns over requests: recover, commit, publish, reply; all of a turn at once, one turn after the other. */
class FloorOwner {
  readonly #bus: NatsConnection;
  readonly #log: JetStreamClient;
  readonly #database: pg.Client;
  readonly #crypto: NativeCrypto;
  readonly #domain: SigningDomain;
  readonly #written: Written;
  readonly #crossing: number;
  readonly #waiting: Msg[] = [];
  readonly #resting: Request[] = [];
  #turning = false;
  #taking = 0;
  #id = 0;
  #row = 0;
  #rowsOwed = 0;
  #messagesOwed = 0;

  constructor(
    bus: NatsConnection,
    database: pg.Client,
    crypto: NativeCrypto,
    { domain, written, crossing }: FloorSettings,
  ) {
    this.#bus = bus;
    this.#log = jetstream(bus);
    this.#database = database;
    this.#crypto = crypto;
    this.#domain = { ...domain, contract: address(domain.contract) };
    this.#written = written;
    this.#crossing = crossing;
  }

  take(message: Msg): void {
    this.#waiting.push(message);
    if (!this.#turning) void this.#turn();
  }

  async #turn(): Promise<void> {
    this.#turning = true;
    while (this.#waiting.length > 0) {
      const requests = this.#waiting.splice(0).map(requestOf);
      const fills = requests.flatMap((request) => this.#decide(request));
      await this.#commit(requests.length);
      await this.#publish(requests.length);
      for (const { message } of requests) message.respond(String(++this.#id));
      if (fills.length > 0) this.#bus.publish(FILLS, JSON.stringify(fills));
    }
    this.#turning = false;
  }

  /** Looks at the signature, and at nothing else: every so many orders, one fills the oldest that rests. */
  #decide(request: Request): FloorFill[] {
    const signature = parseSignature(request.order.signature);
    if (!signature.ok) throw new Error(signature.message);
    const digest = digestToSign(
      termsFrom(request.order),
      'signTypedData',
      this.#domain,
      this.#crypto.keccak256,
    );
    if (this.#crypto.recover(digest, signature.value) === undefined) throw new Error('nobody signed that');
    this.#taking += this.#crossing;
    const other = this.#taking >= 1 ? this.#resting.shift() : undefined;
    if (other === undefined) {
      this.#resting.push(request);
      return [];
    }
    this.#taking -= 1;
    const side = ({ connection, order: { cid } }: Request) => ({ connection, cid });
    return [{ id: ++this.#id, sides: [side(request), side(other)] }];
  }

  async #commit(orders: number): Promise<void> {
    this.#rowsOwed += orders * this.#written.rows;
    const count = Math.floor(this.#rowsOwed);
    this.#rowsOwed -= count;
    const body = Buffer.alloc(Math.max(8, Math.round(this.#written.rowBytes) - ROW_OVERHEAD), 7);
    const ids = Array.from({ length: count }, () => ++this.#row);
    await this.#database.query(INSERT, [ids, ids.map(() => body)]);
  }

  async #publish(orders: number): Promise<void> {
    this.#messagesOwed += orders * this.#written.messages;
    const count = Math.floor(this.#messagesOwed);
    this.#messagesOwed -= count;
    const body = Buffer.alloc(Math.round(this.#written.messageBytes), 7);
    await Promise.all(Array.from({ length: count }, () => this.#log.publish(LOG_SUBJECT, body)));
  }
}

/** The owner of nothing: it does for an order what costs time in any design, and decides nothing. */
export async function serveOwner(settings: FloorSettings): Promise<void> {
  const bus = await connectAs(settings.nats);
  const { streams } = await jetstreamManager(bus);
  await streams.add({ name: LOG, subjects: [LOG_SUBJECT], storage: StorageType.File });
  const database = new pg.Client({ connectionString: settings.database });
  await database.connect();
  await database.query('CREATE TABLE floor (id int8 PRIMARY KEY, body bytea NOT NULL)');
  const owner = new FloorOwner(bus, database, await createCrypto(), settings);
  bus.subscribe(REQUESTS, {
    callback: (error, message) => {
      if (error !== null) throw error;
      owner.take(message);
    },
  });
  await bus.flush();
  console.log(READY);
}
