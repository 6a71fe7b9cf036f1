import type { AddressInfo } from 'node:net';
import { ledgerListing, marketReport } from '@exchange/contract/bus';
import { marketId, present, ZERO_AMOUNT } from '@exchange/core/kernel';
import {
  applyCommand,
  continueWork,
  createMarket,
  hasPendingWork,
  type MarketCommand,
  type Market,
} from '@exchange/core/matching';
import type { Listing, MarketEvent, MarketStep } from '@exchange/core/message';
import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import { AddressRanges } from '@exchange/edge/limits';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import { Requester, silentTurnMetrics, Turn } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker, type MemoryBus, MemoryDatabase, settle } from '@exchange/test/kit';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MarketDataHandler } from '../../../apps/market-data/src/market-data-handler';
import { createPublicServer } from '../../../apps/rest-gateway/src/http/public-server';
import { silentRequestMeters } from '../../../apps/rest-gateway/src/http/request-meters';
import { Sending } from '../../../apps/ws-gateway/src/connection/sending';
import { PublicGateway } from './public-gateway';
import { Viewer } from './viewer';

export const MARKET = 'ETHDAI';
const listing: Listing = present(ledgerListing.examples[0], 'fixture').listing;
const SETTLE_ROUNDS = 8;

/** What REST said. */
export interface StageAnswer {
  readonly path: string;
  readonly status: number;
  readonly etag: string | null;
  readonly body: string;
}

const fail = (error: Error): never => {
  throw error;
};

/** One market from the engine's rules to what the public sees of it: market-data, websocket channels and REST. */
export class MarketStage {
  readonly state: Market;
  readonly sending = new Sending(setImmediate);
  private lastId = 0;
  private seq = 0;

  private constructor(
    readonly clock: FakeClock,
    private readonly engine: MemoryBus,
    private readonly marketData: Turn,
    private readonly broker: MemoryBroker,
    private readonly gateway: PublicGateway,
    private readonly restMarkets: LiveMarkets,
    private readonly rest: NestFastifyApplication,
  ) {
    this.state = createMarket({
      market: marketId(MARKET),
      index: 1,
      tradedDecimals: 18,
      quoteDecimals: 18,
      minOrderRemaining: ZERO_AMOUNT,
      minOrderRemainingQuote: ZERO_AMOUNT,
    });
  }

  static async open(): Promise<MarketStage> {
    const clock = new FakeClock();
    const broker = new MemoryBroker({ clock });
    await broker
      .connect('account-service')
      .publishLog('LEDGER', ledgerListing.subject(), [
        { seq: 1, data: ledgerListing.encode({ seq: 1, at: 1, listing }) },
      ]);
    const database = new MemoryDatabase();
    const turn = new Turn({
      ...{ name: 'market-data', handler: new MarketDataHandler(database, clock), database, clock },
      ...{
        bus: broker.connect('market-data'),
        log: new KeptLog(),
        metrics: silentTurnMetrics,
        onFatal: fail,
      },
    });
    await turn.start();
    await turn.caughtUp();
    const restBus = broker.connect('rest-1');
    const restMarkets = new LiveMarkets({
      bus: restBus,
      requester: new Requester(restBus),
      clock,
      sender: 'rest-1',
      failed: () => undefined,
    });
    const deployment = {
      ...{ contractAddress: `0x${'ee'.repeat(20)}`, network: 'dev', name: 'Exchange', chainId: 31_337 },
      ...{ confirmations: 2, fees: [], limits: limitsView(ADDRESS_LIMITS) },
    };
    const rest = await createPublicServer({
      ...{ markets: restMarkets, clock, log: new KeptLog(), deployment, trustedProxies: 0 },
      ...{ ranges: AddressRanges.of([]), limit: { requestsMax: 1_000_000, windowMs: 10_000 } },
      dataAgeMaxMs: 10_000,
      meters: silentRequestMeters,
      owners: new OwnerQueries(new Requester(restBus), 'rest-1'),
    });
    await rest.listen(0, '127.0.0.1');
    const engine = broker.connect('matching-engine');
    const gateway = await PublicGateway.open(broker, 'ws-1', clock);
    const stage = new MarketStage(clock, engine, turn, broker, gateway, restMarkets, rest);
    await restMarkets.start();
    await stage.settle();
    await stage.command({ kind: 'status', status: 'open', at: clock.now() });
    return stage;
  }

  async close(): Promise<void> {
    await Promise.all([this.rest.close(), this.gateway.stop(), this.restMarkets.stop()]);
    await this.marketData.stop();
  }

  /** Lets the engine decide and everybody hear of it, all in one report. */
  async command(...commands: readonly MarketCommand[]): Promise<readonly MarketEvent[]> {
    const steps = commands.flatMap((command) => {
      const done = [applyCommand(this.state, command)];
      while (hasPendingWork(this.state)) done.push(continueWork(this.state));
      return done;
    });
    await this.report(steps.map((events) => ({ events })));
    return steps.flat();
  }

  /** Lets time pass, and market-data notice. */
  async pass(milliseconds: number): Promise<void> {
    await this.clock.advance(milliseconds);
    await this.settle();
  }

  /** A new connection with these subscriptions, e.g. `book20d5`. */
  viewer(...events: readonly string[]): Viewer {
    this.lastId += 1;
    return new Viewer(this.lastId, this.sending, this.gateway.channel(MARKET), events);
  }

  /** Another process of the ws-gateway, which knows the market. */
  async anotherGateway(name: string): Promise<PublicGateway> {
    const gateway = await PublicGateway.open(this.broker, name, this.clock);
    while (!gateway.ready) await this.pass(1);
    return gateway;
  }

  async ask(path: string): Promise<StageAnswer> {
    const url = `/rest/v1/market/${MARKET}/${path}`;
    const { port } = this.rest.getHttpServer().address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${url}`);
    return { path, status: answer.status, etag: answer.headers.get('etag'), body: await answer.text() };
  }

  /** Until everything that can go on has. */
  async settle(): Promise<void> {
    await this.marketData.caughtUp();
    for (let round = 0; round < SETTLE_ROUNDS; round += 1) await settle();
  }

  private async report(steps: readonly MarketStep[]): Promise<void> {
    const told = steps.filter(({ events }) => events.length > 0);
    if (told.length > 0) {
      this.seq += 1;
      const report = { seq: this.seq, at: this.clock.now(), market: marketId(MARKET), steps: told };
      const data = marketReport.encode(report);
      await this.engine.publishLog('MARKET', marketReport.subject(MARKET), [{ seq: this.seq, data }]);
    }
    await this.settle();
  }
}
