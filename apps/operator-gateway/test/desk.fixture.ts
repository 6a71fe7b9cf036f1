import type { OperatorRole } from '@exchange/core/operator';
import { runService, type RunningService } from '@exchange/edge/service-host';
import { base32Bytes, stepAt, totpCode } from '@exchange/platform';
import { freePort, TEST_PASSWORD, until } from '@exchange/test/kit';
import { config } from '../src/config';
import { OperatorGatewayModule } from '../src/operator-gateway.module';
import { PASSWORD, peopleFile, SECRET } from './people.fixture';

type JsonBody = Readonly<Record<string, unknown>>;

interface OrderEntry extends JsonBody {
  readonly seq: number;
  readonly kind: string;
}

const REASON = 'asked for by a test';

/** The code that everybody's authenticator shows now. */
const code = () => totpCode(base32Bytes(SECRET), stepAt(Date.now()));

/** A desk on a real broker and database, and what people do there over its API. */
export class DeskUnderTest {
  readonly #tokens = new Map<string, string>();
  readonly #environment: Readonly<Record<string, string>>;
  #running: RunningService | undefined;

  private constructor(
    port: number,
    natsUrl: string,
    databaseUrl: string,
    people: Readonly<Record<string, readonly OperatorRole[]>>,
    more: Readonly<Record<string, string>>,
  ) {
    this.base = `http://127.0.0.1:${port}/api/v1`;
    this.#environment = {
      ...{ NATS_URL: natsUrl, NATS_PASSWORD: TEST_PASSWORD, LOG_LEVEL: 'fatal' },
      ...{ DATABASE_URL: databaseUrl, DATABASE_PASSWORD: TEST_PASSWORD },
      ...{ OPERATOR_PORT: String(port), CHAIN_ID: '31337', OPERATOR_PEOPLE_FILE: peopleFile(people) },
      ...more,
    };
  }

  private readonly base: string;

  static async start(
    natsUrl: string,
    databaseUrl: string,
    people: Readonly<Record<string, readonly OperatorRole[]>>,
    more: Readonly<Record<string, string>> = {},
  ): Promise<DeskUnderTest> {
    const desk = new DeskUnderTest(await freePort(), natsUrl, databaseUrl, people, more);
    const values = config.parse(desk.#environment);
    const module = OperatorGatewayModule.with(values);
    desk.#running = await runService({ name: 'operator-gateway', module, config: values });
    await until(async () => (await desk.call('GET', 'doors')).status === 200);
    await until(async () => (await desk.call('GET', 'me')).status !== 503);
    return desk;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  async signIn(person: string): Promise<void> {
    const opened = await this.call('POST', 'login', undefined, { person, password: PASSWORD, code: code() });
    if (opened.status !== 200) throw new Error(`${person} can't sign in: ${JSON.stringify(opened.body)}`);
    this.#tokens.set(person, String(opened.body['token']));
  }

  async call(
    method: 'GET' | 'POST',
    path: string,
    person?: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly body: JsonBody }> {
    const token = this.#tokens.get(person ?? '');
    const response = await fetch(`${this.base}/${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as JsonBody };
  }

  dryRun(person: string, action: string, content: object) {
    return this.call('POST', 'dry-run', person, { steps: [{ action, content }] });
  }

  /** Orders it, and gives the first entry that this made. */
  async order(person: string, action: string, content: object): Promise<OrderEntry> {
    const { status, body } = await this.call('POST', 'orders', person, {
      ...{ steps: [{ action, content }], reason: REASON },
    });
    if (status !== 200) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
    return (body['entries'] as OrderEntry[])[0] as OrderEntry;
  }

  /** What came of an order, once it has ended. */
  async ended(person: string, seq: number): Promise<JsonBody> {
    return (await this.call('GET', `orders/${seq}?wait=10000`, person)).body;
  }
}
