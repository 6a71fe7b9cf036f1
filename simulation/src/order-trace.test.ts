import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Address, present } from '@exchange/core/kernel';
import { traceTo } from '@exchange/platform';
import { settle } from '@exchange/test/kit';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { Wallet } from 'ethers';
import { SEED_DIALECT } from '@exchange/core/wire';
import { Sending } from '../../apps/ws-gateway/src/connection/sending';
import type { Edge } from '../../apps/ws-gateway/src/edge';
import { openEdge } from '../../apps/ws-gateway/test/edge.fixture';
import {
  addressOf,
  ALICE,
  BOB,
  Client,
  GATEWAY,
  signedLogin,
  signedOrder,
} from '../../apps/ws-gateway/test/gateway.fixture';
import { deposit } from './chain/sim-contract';
import { TOKENS, SimulatedWorld } from './world';

const [ETH, DAI] = TOKENS.map(({ contract }) => contract);
const STEP_MS = 200;
const DEPOSIT_STEPS = 30;
const BATCH_STEPS = 60;
const unit = (value: number) => String(BigInt(value) * 10n ** 18n);

/** The whole exchange in memory behind a real gateway, and the spans that it ended. */
class TracedExchange {
  readonly exporter = new InMemorySpanExporter();
  private readonly sending = new Sending(setImmediate);
  private lastConnection = 0;
  private readonly stopTracing = traceTo(new SimpleSpanProcessor(this.exporter), {
    service: 'exchange',
    ratio: 1,
  });

  private constructor(
    private readonly world: SimulatedWorld,
    private readonly edge: Edge,
  ) {}

  static async open(): Promise<TracedExchange> {
    const world = await SimulatedWorld.open('order trace');
    const { clock, log, broker, settings } = world;
    const opening = openEdge({ bus: broker.connect(GATEWAY), clock, log, domain: settings.domain });
    // It asks the services, which do nothing unless they are told to.
    await world.drain();
    const edge = await opening;
    const exchange = new TracedExchange(world, edge);
    exchange.deposit(ALICE, present(ETH, 'ETH'));
    exchange.deposit(BOB, present(DAI, 'DAI'));
    await exchange.passTime(DEPOSIT_STEPS);
    return exchange;
  }

  /** A client that is logged in. */
  async connect(wallet: Wallet): Promise<Client> {
    this.lastConnection += 1;
    const { edge, sending, world } = this;
    const deps = { edge, sending, clock: world.clock, settle };
    const client = new Client(deps, this.lastConnection, SEED_DIALECT);
    await client.send(await signedLogin(wallet));
    await world.drain();
    expect(client.takePackets().filter(([, name]) => name === 'e')).toEqual([]);
    return client;
  }

  /** Alice sells 1 ETH for 200 DAI, Bob buys it. */
  async order(wallet: Wallet, nonce: number): Promise<object> {
    const [sellToken, buyToken] = wallet === ALICE ? [ETH, DAI] : [DAI, ETH];
    const [sellAmount, buyAmount] = wallet === ALICE ? [unit(1), unit(200)] : [unit(200), unit(1)];
    const expiry = Math.floor(this.world.clock.now() / 1000) + 20 * 86_400;
    const changes = { sellToken, buyToken, sellAmount, buyAmount, expiry, nonce };
    return signedOrder(wallet, changes, this.world.settings.domain);
  }

  async drain(): Promise<void> {
    await this.world.drain();
  }

  /** Blocks are mined, rounds of settlement run. */
  async passTime(steps: number): Promise<void> {
    const { clock, chain, services, fatal } = this.world;
    for (let step = 0; step < steps; step += 1) {
      await clock.advance(STEP_MS);
      chain.mine();
      for (const service of services.values()) service.beside((error) => void fatal.push(error as Error));
      await this.world.drain();
    }
    expect(fatal).toEqual([]);
  }

  get spans(): readonly ReadableSpan[] {
    return this.exporter.getFinishedSpans();
  }

  async close(): Promise<void> {
    await this.stopTracing();
  }

  private deposit(wallet: Wallet, token: Address): void {
    this.world.settings.chain.submit(deposit(addressOf(wallet), token, BigInt(unit(10_000))));
  }
}

const idOf = (span: ReadableSpan) => span.spanContext().spanId;
const traceOf = (span: ReadableSpan) => span.spanContext().traceId;

/** `turn account-service`, `log market.v1.ETHDAI`: what a span stands for. */
function told({ name, attributes }: ReadableSpan): string {
  const subject = attributes['messaging.destination.name'];
  return [name, attributes['service'] ?? subject].filter((part) => part !== undefined).join(' ');
}

/** From a span up to the root of its trace. */
function wayUp(span: ReadableSpan, spans: readonly ReadableSpan[]): string[] {
  const parent = spans.find((other) => idOf(other) === span.parentSpanContext?.spanId);
  return parent ? [told(span), ...wayUp(parent, spans)] : [told(span)];
}

describe('the traces of orders', () => {
  let exchange: TracedExchange;
  let alice: Client;
  let bob: Client;

  beforeAll(async () => {
    exchange = await TracedExchange.open();
    alice = await exchange.connect(ALICE);
    bob = await exchange.connect(BOB);
  });

  afterAll(() => exchange.close());

  it('lead from the frame through both cores to the batch that settles the trade', async () => {
    await bob.send(await exchange.order(BOB, 1));
    await exchange.drain();
    exchange.exporter.reset();

    await alice.send(await exchange.order(ALICE, 1));
    await exchange.drain();
    await exchange.passTime(BATCH_STEPS);

    const batch = present(
      exchange.spans.find(({ name }) => name === 'batch'),
      'span of a batch',
    );
    const frames = exchange.spans.filter(({ name }) => name === 'frame');
    expect(frames.map(traceOf)).toEqual([traceOf(batch)]);
    expect(wayUp(batch, exchange.spans)).toEqual([
      'batch',
      expect.stringMatching(/^log ledger\.v1\.settle\./),
      'turn account-service',
      'log market.v1.ETHDAI',
      'turn matching-engine',
      expect.stringMatching(/^log ledger\.v1\.market\.ETHDAI\./),
      'turn account-service',
      expect.stringMatching(/^request account\.v1\.cmd\.\d+\.ws-1\.place-order$/),
      'frame',
    ]);
    expect(batch.attributes).toMatchObject({ 'batch.trades': 1 });
    expect(exchange.spans.every(({ status }) => status.code === 0)).toBe(true);
  });

  it('meet in a turn that takes several, and each shows it', async () => {
    exchange.exporter.reset();

    await bob.send(await exchange.order(BOB, 2));
    await alice.send(await exchange.order(ALICE, 2));
    await exchange.drain();

    const { spans } = exchange;
    const requests = spans.filter((span) => told(span).endsWith('.place-order') && span.name === 'request');
    expect(new Set(requests.map(traceOf)).size).toBe(2);
    const turn = present(
      spans.find((span) => told(span) === 'turn account-service'),
      'first turn',
    );
    expect(turn.links.map(({ context }) => context.spanId)).toEqual(requests.map(idOf));
    expect(turn.events.map(({ name }) => name)).toEqual(['prepared', 'decided', 'committed']);
    const inputs = spans.filter(
      ({ name, links }) => name === 'input' && links[0]?.context.spanId === idOf(turn),
    );
    expect(inputs.map(traceOf)).toEqual(requests.map(traceOf));
    expect(inputs.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(requests.map(idOf));
  });
});
