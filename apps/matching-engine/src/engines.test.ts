import { describe, expect, it } from '@jest/globals';
import { FencedError } from '@exchange/platform';
import { MarketTakenError } from './assignment/claim-markets';
import { assignedMarkets } from './assignment/market-assignment';
import { cancel, EngineWorld, openingOf, place } from '../test/engine.fixture';

const MARKETS = ['ETHDAI', 'WBTCETH', 'LINKETH'] as const;
const MAP = ['ETHDAI=first', '*=second'];
const LEASE = { milliseconds: 3_000 };

/** Settings of an engine by a map; `holder` makes it lease its writer. */
const settings = (engine: string, map: readonly string[] = MAP, holder?: string) => ({
  engine,
  assigned: assignedMarkets(engine, map),
  lease: holder === undefined ? undefined : { ...LEASE, holder },
});

async function openMarkets(): Promise<EngineWorld> {
  const world = new EngineWorld();
  for (const market of MARKETS) await world.controlOf(market, ...openingOf(market));
  return world;
}

describe('several engines', () => {
  it('each match their own markets, from logs and to logs that they share', async () => {
    const world = await openMarkets();
    const engines = ['first', 'second'].map((engine) => world.process(settings(engine)));
    for (const { turn } of engines) {
      await turn.open();
      await world.settle(turn);
    }
    for (const market of MARKETS) {
      await world.ordersOf(market, 1, place(1, 'sell', 2n, 3n));
      await world.ordersOf(market, 2, place(2, 'buy', 1n, 3n));
    }
    for (const { turn } of engines) await world.settle(turn);
    for (const market of MARKETS) {
      expect(world.told(market)).toEqual(['status open', 'rested 1', 'trade 1<2', 'done 2 filled']);
    }
    const rows = [...world.store.table('market').values()];
    expect(Object.fromEntries(rows.map(({ market, engine }) => [market, engine]))).toEqual({
      ETHDAI: 'first',
      WBTCETH: 'second',
      LINKETH: 'second',
    });
    expect(engines.flatMap(({ fatal }) => fatal)).toEqual([]);
  });

  it('a market is moved by configuration, with its orders and with what was written for it meanwhile', async () => {
    const world = await openMarkets();
    const [first, second] = [world.process(settings('first')), world.process(settings('second'))];
    for (const { turn } of [first, second]) {
      await turn.open();
      await world.settle(turn);
    }
    await world.ordersOf('ETHDAI', 1, place(1, 'sell', 2n, 3n));
    await world.settle(first.turn);
    await first.turn.stop();
    await world.ordersOf('ETHDAI', 2, cancel(1));
    // The engine that gets the market has read beyond that already.
    await world.ordersOf('WBTCETH', 2, place(7, 'sell', 2n, 3n));
    await world.settle(second.turn);
    await second.turn.stop();
    const map = ['WBTCETH=first', '*=second'];
    const moved = ['second', 'first'].map((engine) => world.process(settings(engine, map)));
    for (const { turn } of moved) {
      await turn.open();
      await world.settle(turn);
    }
    await world.ordersOf('WBTCETH', 1, place(8, 'buy', 1n, 3n));
    for (const { turn } of moved) await world.settle(turn);
    expect(world.told('ETHDAI').slice(2)).toEqual(['status cancel_only', 'done 1 owner', 'status open']);
    expect(world.told('WBTCETH').slice(-2)).toEqual(['trade 7<8', 'done 8 filled']);
    expect(moved.flatMap(({ fatal }) => fatal)).toEqual([]);
  });

  it('refuses an engine whose map gives it a market of one that runs', async () => {
    const world = await openMarkets();
    const first = world.process(settings('first', MAP, 'a'));
    await first.turn.open();
    const second = world.process(settings('second', ['LINKETH=first', '*=second'], 'b'));
    await expect(second.turn.open()).rejects.toThrow(MarketTakenError);
    await expect(second.turn.open()).rejects.toThrow(
      /market ETHDAI belongs by ENGINE_MARKETS to it and to engine first, which is running/,
    );
    await world.settle(first.turn);
    expect(world.told('ETHDAI')).toEqual(['status open']);
  });

  it('fences an engine that lost its lease unheard when another gets its markets', async () => {
    const world = await openMarkets();
    const first = world.process(settings('first', MAP));
    await first.turn.open();
    await world.settle(first.turn);
    const second = world.process(settings('second', ['*=second']));
    await second.turn.open();
    await world.settle(second.turn);
    await world.ordersOf('ETHDAI', 1, place(1, 'sell', 2n, 3n));
    await expect(world.drain(first.turn)).rejects.toThrow(FencedError);
    await world.settle(second.turn);
    expect(world.told('ETHDAI').slice(-1)).toEqual(['rested 1']);
    expect(first.fatal).toHaveLength(1);
  });
});
