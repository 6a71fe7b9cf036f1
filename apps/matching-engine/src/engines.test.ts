import { engineCommands } from '@exchange/contract/bus';
import { hash, marketId } from '@exchange/core/kernel';
import { describe, expect, it } from '@jest/globals';
import { FencedError, ORDERS_AHEAD_MAX } from '@exchange/platform';
import { firstMap } from './assignment/market-map';
import type { EngineSettings } from './engine';
import {
  cancel,
  type EngineProcess,
  EngineWorld,
  OPENING,
  MARKET,
  openingOf,
  place,
} from '../test/engine.fixture';

const MARKETS = ['ETHDAI', 'WBTCETH', 'LINKETH'] as const;
const MAP = ['ETHDAI=first', '*=second'];
const LEASE = { milliseconds: 3_000 };
const { moveMarket, enginesQuery, engineHeadsQuery } = engineCommands;

/** Settings of an engine; `holder` makes it lease its writer. */
const settings = (engine: string, holder?: string): EngineSettings => ({
  engine,
  firstMap: firstMap(engine, MAP),
  lease: holder === undefined ? undefined : { ...LEASE, holder },
});

const order = (seq: number, digit = 'a') => ({ seq, hash: hash(`0x${digit.repeat(64)}`) });
const moveTo = (to: string, market: string, seq?: number) => ({
  ...{ market: marketId(market), to },
  ...(seq !== undefined && { order: order(seq) }),
});

async function openMarkets(): Promise<EngineWorld> {
  const world = new EngineWorld();
  for (const market of MARKETS) await world.controlOf(market, ...openingOf(market));
  return world;
}

/** Two engines at work on three markets. */
async function two(holder?: string) {
  const world = await openMarkets();
  const [first, second] = [
    world.process(settings('first', holder)),
    world.process(settings('second', holder)),
  ];
  for (const { turn } of [first, second]) {
    await turn.open();
    await world.settle(turn);
  }
  const fatal = () => [...first.fatal, ...second.fatal];
  return { world, first, second, fatal };
}

const writers = ({ store }: EngineWorld) =>
  Object.fromEntries([...store.table('market').values()].map(({ market, engine }) => [market, engine]));

describe('several engines', () => {
  it('each match their own markets, from logs and to logs that they share', async () => {
    const { world, first, second, fatal } = await two();
    for (const market of MARKETS) {
      await world.ordersOf(market, 1, place(1, 'sell', 2n, 3n));
      await world.ordersOf(market, 2, place(2, 'buy', 1n, 3n));
    }
    for (const { turn } of [first, second]) await world.settle(turn);
    for (const market of MARKETS) {
      expect(world.told(market)).toEqual(['status open', 'rested 1', 'trade 1<2', 'done 2 filled']);
    }
    expect(writers(world)).toEqual({ ETHDAI: 'first', WBTCETH: 'second', LINKETH: 'second' });
    expect(fatal()).toEqual([]);
  });

  it('fences a process that lost its lease unheard', async () => {
    const { world, first } = await two();
    const again = world.process(settings('first'));
    await again.turn.open();
    await world.ordersOf('ETHDAI', 1, place(1, 'sell', 2n, 3n));
    await expect(world.drain(first.turn)).rejects.toThrow(FencedError);
    await world.settle(again.turn);
    expect(world.told('ETHDAI').at(-1)).toBe('status open');
    expect(first.fatal).toHaveLength(1);
  });

  it('begin with the map of whoever comes first; another configuration says nothing then', async () => {
    const { world } = await two();
    const other = world.process({ engine: 'third', firstMap: firstMap('third', ['*=third']) });
    await other.turn.open();
    await world.settle(other.turn);
    expect(other.handler.markets).toEqual([]);
    expect(world.log.lines.at(-1)?.message ?? '').not.toBe('');
    expect(world.log.lines.some(({ message }) => message.includes('it has begun otherwise'))).toBe(true);
  });
});

describe('a move of a market', () => {
  /** Orders come all the time, also while nobody has the market. */
  async function traded(world: EngineWorld, market: string, from: number): Promise<void> {
    for (let id = from; id < from + 6; id += 1)
      await world.ordersOf(market, id % 3, place(id, id % 2 === 0 ? 'buy' : 'sell', 1n, 3n));
  }

  const expected = (upTo: number) => [
    'status open',
    ...Array.from({ length: upTo / 2 }, (_, index) => [
      `rested ${2 * index + 1}`,
      `trade ${2 * index + 1}<${2 * index + 2}`,
    ]).flat(),
  ];
  const toldOf = (world: EngineWorld, market: string) =>
    world.told(market).filter((event) => !event.startsWith('done'));

  it('loses and doubles nothing that comes meanwhile, there and back, and leaves other markets alone', async () => {
    const { world, first, second, fatal } = await two();
    let id = 1;
    for (const [seq, to, from] of [
      [5, first, second],
      [6, second, first],
      [9, first, second],
    ] as const) {
      await traded(world, 'WBTCETH', id);
      const name = to === first ? 'first' : 'second';
      const answer = await world.ask(to, moveMarket, moveTo(name, 'WBTCETH', seq), name);
      expect(answer).toMatchObject({ ok: true });
      await traded(world, 'WBTCETH', id + 6);
      // The one that loses it knows that it does; what it has read and not taken stays for the other.
      const given = from.moves.look();
      await traded(world, 'WBTCETH', id + 12);
      await world.drain(from.turn);
      await given;
      await traded(world, 'WBTCETH', id + 18);
      await world.move(to, from);
      id += 24;
      expect(writers(world)['WBTCETH']).toBe(name);
    }
    await world.ordersOf('LINKETH', 1, place(900, 'sell', 1n, 3n));
    for (const { turn } of [first, second]) await world.drain(turn);
    expect(toldOf(world, 'WBTCETH')).toEqual(expected(id - 1));
    expect(world.told('LINKETH')).toEqual(['status open', 'rested 900']);
    expect(fatal()).toEqual([]);
  });

  it('is undone before the engine that was to get the market has looked', async () => {
    const { world, first, second, fatal } = await two('a');
    await traded(world, 'WBTCETH', 1);
    await world.ask(first, moveMarket, moveTo('first', 'WBTCETH', 5), 'first');
    await world.move(second);
    expect(writers(world)['WBTCETH']).toBe('first');
    await world.ask(second, moveMarket, moveTo('second', 'WBTCETH', 6), 'second');
    await traded(world, 'WBTCETH', 7);
    await world.move(first, second);
    expect(writers(world)['WBTCETH']).toBe('second');
    expect(toldOf(world, 'WBTCETH')).toEqual(expected(12));
    expect(fatal()).toEqual([]);
  });

  it('outlives both processes at any of its steps', async () => {
    for (const steps of [0, 1, 2]) {
      const { world, first, second } = await two();
      await traded(world, 'WBTCETH', 1);
      await world.ask(first, moveMarket, moveTo('first', 'WBTCETH', 5), 'first');
      if (steps > 0) await world.move(...[second, first].slice(0, steps));
      await traded(world, 'WBTCETH', 7);
      const again = [world.process(settings('second')), world.process(settings('first'))];
      for (const { turn } of again) {
        await turn.open();
        await world.settle(turn);
      }
      await world.move(...again);
      await traded(world, 'WBTCETH', 13);
      await world.move(...again);
      // Orders that waited for a start are canceled, as ever.
      const told = world.told('WBTCETH').filter((event) => /^(done|rested|trade)/.test(event));
      const ends = told.filter((event) => event.startsWith('done')).map((event) => event.split(' ')[1]);
      expect(new Set(ends).size).toBe(ends.length);
      expect(told.slice(-4)).toEqual(['rested 17', 'trade 17<18', 'done 17 filled', 'done 18 filled']);
      expect(writers(world)['WBTCETH']).toBe('first');
      expect(again.flatMap(({ fatal }) => fatal)).toEqual([]);
    }
  });

  it('takes it from an engine that does not run, and cancels the orders that wait as a restart does', async () => {
    const { world, first, second } = await two('a');
    await world.ordersOf('WBTCETH', 1, place(1, 'sell', 2n, 3n));
    await world.drain(second.turn);
    await second.turn.published();
    await kill(second);
    await world.ordersOf('WBTCETH', 2, place(2, 'buy', 1n, 3n), cancel(1));
    expect(await world.ask(first, moveMarket, moveTo('first', 'WBTCETH', 5), 'first')).toMatchObject({
      ok: true,
    });
    // Its lease runs still: it may only be slow.
    await world.move(first);
    expect(writers(world)['WBTCETH']).toBe('second');
    await world.clock.advance(LEASE.milliseconds + 1_000);
    const dry = await world.ask(first, moveMarket, moveTo('first', 'LINKETH'), 'first');
    expect(dry).toMatchObject({
      value: {
        effects: [
          {},
          { what: 'held by', before: 'nobody', after: 'a' },
          { what: expect.stringMatching(/canceled/) },
        ],
      },
    });
    await world.move(first);
    expect(world.told('WBTCETH').slice(2)).toEqual([
      ...['status cancel_only', 'done 2 market_restarting', 'done 1 owner', 'status open'],
    ]);
    // The other one comes back, finds that it lost the market, and goes on with what it has.
    const again = world.process(settings('second', 'b'));
    await again.turn.open();
    await world.settle(again.turn);
    expect(again.handler.markets).toEqual(['LINKETH']);
    await world.ordersOf('WBTCETH', 1, place(3, 'sell', 2n, 3n));
    for (const { turn } of [first, again]) await world.drain(turn);
    await first.turn.published();
    expect(world.told('WBTCETH').at(-1)).toBe('rested 3');
    expect([...first.fatal, ...again.fatal]).toEqual([]);
  });

  it('is seen by a standby, which takes over all markets that its engine has by then', async () => {
    const { world, first, second } = await two('a');
    const standby = world.process(settings('first', 'b'));
    const opened = standby.turn.open();
    await world.clock.advance(200);
    await world.ordersOf('WBTCETH', 1, place(1, 'sell', 2n, 3n));
    await world.ask(first, moveMarket, moveTo('first', 'WBTCETH', 5), 'first');
    await world.ask(second, moveMarket, moveTo('second', 'ETHDAI', 6), 'second');
    await world.move(second, first);
    await kill(first);
    await world.clock.advance(LEASE.milliseconds + 1_000);
    await opened;
    await world.settle(standby.turn);
    expect(standby.handler.markets).toEqual(['WBTCETH']);
    await world.ordersOf('WBTCETH', 1, place(2, 'buy', 1n, 3n));
    await world.ordersOf('ETHDAI', 1, place(3, 'buy', 1n, 3n));
    for (const { turn } of [standby, second]) await world.drain(turn);
    for (const { turn } of [standby, second]) await turn.published();
    expect(world.told('WBTCETH').slice(-2)).toEqual(['trade 1<2', 'done 2 filled']);
    expect(world.told('ETHDAI')).toEqual(['status open', 'rested 3']);
    expect([...second.fatal, ...standby.fatal]).toEqual([]);
  });

  it('is a dry run without an order, done once with one, and refused when it can’t be', async () => {
    const { world, first, second } = await two('a');
    const move = (to: string, market: string, seq?: number, digit?: string) =>
      world.ask(
        to === 'first' ? first : second,
        moveMarket,
        { ...moveTo(to, market), ...(seq !== undefined && { order: order(seq, digit) }) },
        to,
      );
    const effects = [
      { what: 'matched by engine', of: 'WBTCETH', before: 'second', after: 'first' },
      { what: 'held by', of: 'WBTCETH', before: 'a', after: 'a' },
    ];
    expect(await move('first', 'WBTCETH')).toEqual({ ok: true, value: { effects } });
    expect(world.store.table('market_map').size).toBe(2);
    expect(await move('first', 'WBTCETH', 5)).toEqual({ ok: true, value: { effects } });
    expect(await move('first', 'WBTCETH', 5)).toEqual({ ok: true, value: { effects } });
    expect(await move('first', 'WBTCETH', 5, 'b')).toMatchObject({ code: 'OPERATOR_LOG_FORKED' });
    const ahead = await move('first', 'LINKETH', 5 + ORDERS_AHEAD_MAX + 1);
    expect(ahead).toMatchObject({ code: 'OPERATOR_ORDER_AHEAD' });
    const told = world.log.of('error').map(({ fields }) => fields['alarm']);
    expect(told).toEqual(['operator_log_forked', 'operator_log_forked']);
    // The engine that it goes to now has carried out nothing yet, but the market has been moved since.
    expect(await move('second', 'WBTCETH', 4)).toMatchObject({ code: 'OPERATOR_ORDER_PASSED' });
    expect(await move('first', 'LINKETH', 3)).toMatchObject({ code: 'OPERATOR_ORDER_PASSED' });
    expect(await move('first', 'ETHDAI', 6)).toMatchObject({
      code: 'INVALID_FIELD',
      message: expect.stringMatching(/already/),
    });
    expect(await move('first', 'NEWDAI', 6)).toMatchObject({ code: 'UNKNOWN_MARKET' });
    const elsewhere = { market: marketId('LINKETH'), to: 'third', order: order(6) };
    expect(await world.ask(first, moveMarket, elsewhere, 'first')).toMatchObject({ code: 'INVALID_FIELD' });
    expect(world.store.table('market_map').size).toBe(3);
    const now = await world.ask(first, enginesQuery, { living: true });
    expect(now).toMatchObject({
      value: {
        ...{ version: 5, others: 'second' },
        markets: [
          { market: 'ETHDAI', engine: 'first', writer: 'first' },
          { market: 'LINKETH', engine: 'second', writer: 'second' },
          { market: 'WBTCETH', engine: 'first', writer: 'second' },
        ],
        engines: [
          { engine: 'first', holder: 'a', processes: [{ name: 'a', isDrained: false }] },
          { engine: 'second', holder: 'a', processes: [{ name: 'a', isDrained: false }] },
        ],
      },
    });
    const heads = await world.ask(first, engineHeadsQuery, { after: 0 });
    expect(heads).toEqual({ ok: true, value: { heads: [{ group: 'first', ...order(5) }], more: false } });
  });
});

describe('a drained process', () => {
  it('takes its engine no more, also when it starts again, until it is told otherwise', async () => {
    const world = new EngineWorld();
    await world.control(...OPENING);
    const alone = { lease: { ...LEASE, holder: 'a' } };
    const active = world.process(alone);
    await active.turn.open();
    await world.settle(active.turn);
    const place = () => active.handler.place;
    const wish = (process: string, on: boolean, seq?: number) => ({
      ...{ engine: 'main', process, on },
      ...(seq !== undefined && { order: order(seq) }),
    });
    expect(await place()?.drain(wish('b', true))).toMatchObject({ code: 'INVALID_FIELD' });
    expect(await place()?.drain(wish('a', true, 4))).toMatchObject({
      ...{ code: 'INVALID_FIELD', message: expect.stringMatching(/its markets would stop/) },
    });
    const other = world.process({ lease: { ...LEASE, holder: 'b' } });
    const opened = other.turn.open();
    await world.clock.advance(200);
    const effects = [
      { what: 'process', of: 'a', before: 'at work', after: 'drained' },
      { what: 'markets handed over', of: 'main', count: 1 },
      { what: 'held by', of: 'main', before: 'a', after: 'b' },
    ];
    expect(await place()?.drain(wish('a', true))).toEqual({ ok: true, value: { effects } });
    expect(active.handler.place?.isDrained).toBe(false);
    expect(await place()?.drain(wish('a', true, 4))).toEqual({ ok: true, value: { effects } });
    expect(await place()?.drain(wish('a', true, 4))).toEqual({ ok: true, value: { effects } });
    const stopped = active.turn.stop();
    await world.clock.advance(1_000);
    await Promise.all([stopped, opened]);
    await world.settle(other.turn);
    const again = world.process(alone);
    const reopened = again.turn.open();
    await world.clock.advance(200);
    expect(again.handler.place?.isDrained).toBe(true);
    await kill(other);
    await world.clock.advance(LEASE.milliseconds * 2);
    expect(again.turn.isStandingBy).toBe(true);
    expect(await again.handler.place?.drain(wish('a', false, 7))).toMatchObject({
      value: {
        effects: [
          { what: 'process', of: 'a', before: 'drained', after: 'at work' },
          { what: 'held by', of: 'main', before: 'nobody', after: 'a' },
        ],
      },
    });
    await world.clock.advance(200);
    await reopened;
    await world.settle(again.turn);
    expect(world.told(MARKET).at(-1)).toBe('status open');
  });
});

/** As a killed process: it neither renews its lease nor hears anything. */
async function kill({ bus, database }: EngineProcess): Promise<void> {
  const dead = () => new Promise<void>(() => undefined);
  database.faults = { read: dead, beforeCommit: dead };
  await bus.close();
}
