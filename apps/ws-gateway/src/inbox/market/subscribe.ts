import { ok, reject, type Result } from '@exchange/core/kernel';
import {
  CHAIN_MARKET,
  EXCHANGE_MARKET,
  type CommandOf,
  parseSubscriptions,
  type EventSubscription,
  withOneBook,
} from '@exchange/core/wire';
import type { ExchangeEvent } from '../../outbox/exchange-channel';
import type { MarketSubscription } from '../../outbox/market-channel';
import type { CommandTurn } from '../command-turn';
import { withFollowed } from './with-followed';

/**
 * subscribe: every pair of markets and events, each answered with its state now; refused as a whole. A market that nobody
 * saw here is followed first.
 */
export function subscribe(command: CommandOf<'subscribe'>, turn: CommandTurn): void | Promise<void> {
  if (command.after !== undefined && turn.connection.dialect.books !== 'sequenced') {
    turn.refuse(reject('INVALID_FIELD', 'after needs a connection that was opened with books=sequenced'));
    return;
  }
  const events = parseSubscriptions(command.events);
  const wanted = events.ok ? readPairs(command, withOneBook(events.value), turn) : events;
  if (!wanted.ok) {
    turn.refuse(wanted);
    return;
  }
  const join = () => {
    for (const pair of wanted.value) pair.join();
  };
  const needsLog = events.ok && events.value.some(({ kind }) => kind === 'book' || kind === 'trades');
  return needsLog ? withFollowed(command.markets, turn, join) : join();
}

/** unSubscribe: with a rid, a message says that it is done. */
export function unSubscribe(command: CommandOf<'unSubscribe'>, turn: CommandTurn): void {
  const events = parseSubscriptions(command.events);
  const named = events.ok ? readPairs({ markets: command.markets }, events.value, turn) : events;
  if (!named.ok) {
    turn.refuse(named);
    return;
  }
  for (const pair of named.value) pair.leave();
  if (turn.rid !== undefined) turn.say('unsubscribed');
}

/** One event of one market (for `rate` of one conversion pair, for `chainStats` of the chain, for `listings` and `tickers` of the exchange), for the connection of the command. */
interface Pair {
  join(): void;
  leave(): void;
}

/** Which markets, and the SEQ after which a client that has the book of one goes on. */
type Named = Pick<CommandOf<'subscribe'>, 'markets' | 'after'>;

function readPairs(
  { markets, after = {} }: Named,
  subscriptions: readonly EventSubscription[],
  turn: CommandTurn,
): Result<Pair[]> {
  const pairs: Pair[] = [];
  for (const market of new Set(markets)) {
    for (const subscription of subscriptions) {
      const seq = Object.hasOwn(after, market) ? after[market] : undefined;
      const pair = readPair(market, subscription, seq, turn);
      if (!pair.ok) return pair;
      pairs.push(pair.value);
    }
  }
  return ok(pairs);
}

function readPair(
  market: string,
  subscription: EventSubscription,
  after: number | undefined,
  turn: CommandTurn,
): Result<Pair> {
  switch (subscription.kind) {
    case 'trades':
    case 'ticker':
    case 'book':
    case 'bars':
      return ofMarket(market, subscription, after, turn);
    case 'rate':
      return ofConversionPair(market, turn);
    case 'chainStats':
      return ofChain(market, turn);
    case 'listings':
    case 'tickers':
      return ofExchange(market, subscription.kind, turn);
  }
}

function ofMarket(
  market: string,
  subscription: MarketSubscription,
  after: number | undefined,
  { edge, connection, rid }: CommandTurn,
): Result<Pair> {
  if (edge.markets.listing()?.market(market) === undefined) {
    return reject('UNKNOWN_MARKET', `there is no market ${market}`);
  }
  const channel = edge.channels.of(market);
  if (channel === undefined) {
    return reject('UNAVAILABLE', `the state of ${market} is not known yet; try again soon`);
  }
  return ok({
    join: () => {
      connection.markets.add(market);
      channel.join(connection, subscription, { rid, after });
    },
    leave: () => channel.leave(connection, subscription),
  });
}

function ofConversionPair(pair: string, { edge, connection, rid }: CommandTurn): Result<Pair> {
  const channel = edge.rates.of(pair);
  if (channel === undefined) {
    return reject('UNKNOWN_MARKET', `there is no conversion pair ${pair}; try ETHUSD`);
  }
  return ok({
    join: () => channel.join(connection, rid),
    leave: () => channel.leave(connection),
  });
}

function ofChain(market: string, { edge, connection, rid }: CommandTurn): Result<Pair> {
  if (market !== CHAIN_MARKET) {
    return reject('UNKNOWN_MARKET', `chainStats are those of ${CHAIN_MARKET}, not of ${market}`);
  }
  return ok({
    join: () => edge.chain.join(connection, rid),
    leave: () => edge.chain.leave(connection),
  });
}

function ofExchange(
  market: string,
  event: ExchangeEvent,
  { edge, connection, rid }: CommandTurn,
): Result<Pair> {
  if (market !== EXCHANGE_MARKET) {
    return reject('UNKNOWN_MARKET', `${event} are those of ${EXCHANGE_MARKET}, not of ${market}`);
  }
  if (edge.markets.listing() === undefined) {
    return reject('UNAVAILABLE', 'the listing is not known yet; try again soon');
  }
  return ok({
    join: () => edge.exchange.join(connection, event, rid),
    leave: () => edge.exchange.leave(connection, event),
  });
}
