import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chainStats, dataQueries, dataRate, tokenSupply } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import type { ConversionRate } from '@exchange/core/message';
import { Requester } from '@exchange/platform';
import { FakeClock, MemoryBroker, type MemoryBus, settle } from '@exchange/test/kit';
import { RateFeed } from './rate-feed';

const rate = (text: string | null): ConversionRate => ({
  ...{ pair: 'DAIUSD', token: 'DAI', currency: 'USD', rate: text, at: 1 },
});

describe('the feed of rates', () => {
  const clock = new FakeClock();
  const turn = {
    ready: true,
    signals: [] as unknown[],
    submit: (signal: unknown) => void turn.signals.push(signal),
  };
  let marketData: MemoryBus;
  let watcher: MemoryBus;
  let feed: RateFeed;

  beforeEach(async () => {
    const broker = new MemoryBroker({ clock });
    marketData = broker.connect('market-data');
    watcher = broker.connect('chain-watcher');
    turn.ready = true;
    turn.signals = [];
    const bus = broker.connect('account-service');
    feed = new RateFeed({ bus, requester: new Requester(bus), turn, clock, chainId: 31337 });
    const { ratesQuery } = dataQueries;
    await marketData.serve(ratesQuery.pattern, ({ respond }) =>
      respond(ratesQuery.encodeReply({ ok: true, value: { rates: [rate('1')] } })),
    );
  });
  afterEach(() => feed.stop());

  const tell = async () => {
    marketData.publish(dataRate.subject('DAIUSD'), dataRate.encode(rate(null)));
    watcher.publish(chainStats.subject(31337), chainStats.encode({ height: 5, gasPrice: 20n }));
    const supply = { token: address(`0x${'dd'.repeat(20)}`), units: 7n };
    watcher.publish(tokenSupply.subject(31337), tokenSupply.encode(supply));
    watcher.publish(tokenSupply.subject(1), tokenSupply.encode(supply));
    watcher.publish(chainStats.subject(1), chainStats.encode({ height: 5, gasPrice: 30n }));
    await settle();
  };

  it('asks when it starts, then hands over what it is told of rates its chain’s gas price and supplies', async () => {
    await feed.start();
    await clock.advance(10);
    expect(turn.signals).toEqual([{ kind: 'rate_heard', rate: rate('1') }]);
    await tell();
    expect(turn.signals.slice(1)).toEqual([
      { kind: 'rate_heard', rate: rate(null) },
      { kind: 'gas_price_heard', gasPrice: 20n },
      { kind: 'supply_heard', token: `0x${'dd'.repeat(20)}`, units: 7n },
    ]);
  });

  it('waits until the turn is ready', async () => {
    turn.ready = false;
    await feed.start();
    await tell();
    await clock.advance(5_000);
    expect(turn.signals).toEqual([]);
    turn.ready = true;
    await clock.advance(1_000);
    expect(turn.signals).toEqual([{ kind: 'rate_heard', rate: rate('1') }]);
  });
});
