import { present } from '@exchange/core/kernel';
import { LiveMarkets } from '@exchange/edge/live-market';
import { type Clock, Requester } from '@exchange/platform';
import type { MemoryBroker, MemoryBus } from '@exchange/test/kit';
import type { MarketChannel } from '../../../apps/ws-gateway/src/outbox/market-channel';
import { MarketChannels } from '../../../apps/ws-gateway/src/outbox/market-channels';

/** What a ws-gateway shows of the markets: its channels, over its own connection to the broker. */
export class PublicGateway {
  readonly channels: MarketChannels;

  private constructor(
    readonly bus: MemoryBus,
    private readonly markets: LiveMarkets,
  ) {
    this.channels = new MarketChannels(markets);
  }

  /** Starts to follow the markets; they are known a little later. */
  static async open(broker: MemoryBroker, name: string, clock: Clock): Promise<PublicGateway> {
    const bus = broker.connect(name);
    const keeps = { bars: true, bookHistory: true };
    const markets = new LiveMarkets({
      bus,
      requester: new Requester(bus),
      clock,
      sender: name,
      ...keeps,
      failed: () => undefined,
    });
    const gateway = new PublicGateway(bus, markets);
    await markets.start();
    return gateway;
  }

  get ready(): boolean {
    return this.markets.ready();
  }

  channel(market: string): MarketChannel {
    return present(this.channels.of(market), `channel of ${market}`);
  }

  async stop(): Promise<void> {
    await this.markets.stop();
    this.bus.disconnect();
  }
}
