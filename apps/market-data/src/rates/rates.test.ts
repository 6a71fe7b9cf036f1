import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dataQueries, dataRate, ledgerListing } from '@exchange/contract/bus';
import { decimalFrom, present } from '@exchange/core/kernel';
import type { ConversionRate } from '@exchange/core/message';
import { silentTurnMetrics, Turn } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker, MemoryDatabase, MemoryStore } from '@exchange/test/kit';
import { MarketDataHandler } from '../market-data-handler';
import { RatePolls } from './rate-polls';
import type { RateSource } from './rate-source';

/** A source that says what the test lets it say. */
class SaidSource implements RateSource {
  readonly everyMs = 2_000;
  values: Record<string, string> | undefined = {};
  constructor(readonly name: string) {}

  async read() {
    await Promise.resolve();
    if (this.values === undefined) throw new Error('it is down');
    return Object.entries(this.values).map(([asset, value]) => ({ asset, value: decimalFrom(value) }));
  }
}

const clock = new FakeClock();
let turn: Turn;
let polls: RatePolls;
let told: ConversionRate[];
let log: KeptLog;
let broker: MemoryBroker;
const sources = [new SaidSource('a'), new SaidSource('b'), new SaidSource('c')];
const say = (values: Record<string, string> | undefined) => {
  for (const source of sources) source.values = values;
};

beforeEach(async () => {
  broker = new MemoryBroker({ clock });
  log = new KeptLog();
  told = [];
  say({ ETH: '3000', JPY: '0.00625', DAI: '1' });
  const { listing } = present(ledgerListing.examples[0], 'fixture');
  broker.append('LEDGER', {
    subject: ledgerListing.subject(),
    seq: 1,
    data: ledgerListing.encode({ seq: 1, at: 1, listing }),
  });
  const bus = broker.connect('ws-gateway');
  await bus.subscribe('data.v1.rate.*', (_, data) => told.push(dataRate.decode(data)));
  const database = new MemoryDatabase(new MemoryStore());
  turn = new Turn({
    name: 'market-data',
    ...{ handler: new MarketDataHandler(database, clock), database, bus: broker.connect('market-data') },
    ...{ clock, log, metrics: silentTurnMetrics },
    onFatal: (error) => {
      throw error;
    },
  });
  await turn.start();
  await turn.caughtUp();
  polls = new RatePolls(sources, turn, clock, log);
  polls.onApplicationBootstrap();
});

afterEach(async () => {
  polls.onModuleDestroy();
  await turn.stop();
});

/** What was told of a pair since the last call. */
const toldOf = (pair: string) => {
  const rates = told.filter((rate) => rate.pair === pair).map(({ rate }) => rate);
  told = told.filter((rate) => rate.pair !== pair);
  return rates;
};

describe('conversion rates of market data', () => {
  it('are told when they change, and at least every 10 s', async () => {
    await clock.advance(4_000);
    expect(toldOf('ETHUSD')).toContain('3000');
    expect(toldOf('ETHJPY')).toContain('480000');
    await clock.advance(60_000);
    expect(toldOf('ETHUSD').length).toBeGreaterThanOrEqual(6);
    say({ ETH: '3001.5' });
    await clock.advance(2_000);
    expect(toldOf('ETHUSD')).toContain('3001.5');
  });

  it('don’t follow one source that is far off, or silent', async () => {
    present(sources[0], 'a').values = { ETH: '9000' };
    await clock.advance(4_000);
    expect(toldOf('ETHUSD')).toContain('3000');
    present(sources[0], 'a').values = undefined;
    await clock.advance(120_000);
    expect(toldOf('ETHUSD')).not.toContain(null);
    expect(log.lines.filter(({ message }) => message.includes('gives no rates'))).toHaveLength(1);
  });

  it('are null once a minute has passed without sources, and while they deviate', async () => {
    await clock.advance(4_000);
    say(undefined);
    toldOf('ETHUSD');
    await clock.advance(55_000);
    expect(toldOf('ETHUSD')).not.toContain(null);
    await clock.advance(10_000);
    expect(toldOf('ETHUSD')).toContain(null);
    say({ ETH: '3000' });
    await clock.advance(3_000);
    expect(toldOf('ETHUSD').at(-1)).toBe('3000');
    for (const [index, source] of sources.entries()) source.values = { ETH: `${3_000 + 1_000 * index}` };
    await clock.advance(3_000);
    expect(toldOf('ETHUSD').at(-1)).toBeNull();
  });

  it('can be asked for', async () => {
    await clock.advance(4_000);
    const query = dataQueries.ratesQuery;
    const ask = async (request: Uint8Array) =>
      query.decodeReply(
        await broker.connect('ws-gateway').request(query.subject('ws-gateway'), request, 1_000),
      );
    const reply = await ask(query.encodeRequest({ currencies: ['USD', 'EUR'] }));
    const rates = reply.ok ? reply.value.rates.map(({ pair, rate }) => [pair, rate]) : [];
    expect(rates).toEqual([
      ['ETHUSD', '3000'],
      ['ETHEUR', null],
      ['DAIUSD', '1'],
      ['DAIEUR', null],
    ]);
    expect(await ask(new TextEncoder().encode('{}'))).toMatchObject({ code: 'INVALID_FIELD' });
  });
});
