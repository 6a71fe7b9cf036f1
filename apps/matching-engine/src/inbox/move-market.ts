import { engineCommands } from '@exchange/contract/bus';
import { ok, reject, type Result } from '@exchange/core/kernel';
import type { Effect } from '@exchange/core/message';
import { foreignOrderAlarm, operatorHeadTable, upsert } from '@exchange/platform';
import { type EnginesNow, enginesNow } from '../assignment/engines-now';
import { MarketMap } from '../assignment/market-map';
import { entriesAfter } from '../assignment/stored-map';
import { marketMapTable } from '../persistence/tables';
import { handle } from './engine-inputs';

/** Writes that a market is to be this engine's; whoever has it reads that, and gives it away. */
export const moveMarket = handle(engineCommands.moveMarket, {
  async prepare({ request }, { records, leases }) {
    const map = new MarketMap(await entriesAfter(records, -1));
    return { now: await enginesNow(records, leases), since: map.versionOf(request.market) };
  },

  decide({ engine, orders, store, say }, { request: { market, to, order } }, { now, since }) {
    if (to !== engine)
      return reject('INVALID_FIELD', `this is engine ${engine}, which gets no market for ${to}`);
    const done = orders.effectsOf(order);
    if (!done.ok) {
      const foreign = foreignOrderAlarm(done);
      if (foreign) say(foreign);
      return done;
    }
    const effects = done.value ?? planned(now, market, to);
    if (!('length' in effects)) return effects;
    if (order === undefined || done.value !== undefined) return ok(() => ({ effects }));
    if (order.seq <= since) {
      const what = `entry ${since} moved ${market} after entry ${order.seq}: look at where it is now, and order it anew`;
      return reject('OPERATOR_ORDER_PASSED', what);
    }
    orders.keep(order, effects);
    store([
      upsert(marketMapTable, [{ seq: order.seq, market, engine }]),
      upsert(operatorHeadTable, [{ ownerGroup: engine, ...order, effects }]),
    ]);
    return ok(() => ({ effects }));
  },
});

function planned(now: EnginesNow, market: string, to: string): Result<never> | readonly Effect[] {
  const known = now.markets.find((one) => one.market === market);
  if (known?.writer == null)
    return reject(
      'UNKNOWN_MARKET',
      `no engine has had ${market} yet; a market can be moved once it was listed`,
    );
  if (known.engine === to) return reject('INVALID_FIELD', `${market} is engine ${to}'s already`);
  const before = now.engines.find(({ engine }) => engine === known.writer)?.holder ?? null;
  const holder = now.engines.find(({ engine }) => engine === to)?.holder ?? null;
  return [
    { what: 'matched by engine', of: market, before: known.engine, after: to },
    { what: 'held by', of: market, before: before ?? 'nobody', after: holder ?? 'nobody' },
    // Without the engine that has it nobody can say where it ends, so orders that wait are canceled as at a restart.
    ...(before === null ? [{ what: 'orders that wait are canceled', of: market }] : []),
  ];
}
