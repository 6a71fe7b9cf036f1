import { ok, reject, type Result } from '@exchange/core/kernel';
import { type CommandOf, parseSubscriptions, type Subscription } from '@exchange/core/wire';
import type { MarketChannel, MarketSubscription } from '../outbox/market-channel';
import type { CommandTurn } from './command-turn';

/** subscribe: every pair of markets and events, each answered with its state now; refused as a whole. */
export function subscribe(command: CommandOf<'subscribe'>, turn: CommandTurn): void {
  const wanted = readPairs(command, turn);
  if (!wanted.ok) {
    turn.refuse(wanted);
    return;
  }
  for (const { market, channel, subscriptions } of wanted.value) {
    turn.connection.markets.add(market);
    for (const subscription of subscriptions) channel.join(turn.connection, subscription, turn.rid);
  }
}

/** unSubscribe: with a rid, a message says that it is done. */
export function unSubscribe(command: CommandOf<'unSubscribe'>, turn: CommandTurn): void {
  const named = readPairs(command, turn);
  if (!named.ok) {
    turn.refuse(named);
    return;
  }
  for (const { channel, subscriptions } of named.value) {
    for (const subscription of subscriptions) channel.leave(turn.connection, subscription);
  }
  if (turn.rid !== undefined) turn.say('unsubscribed');
}

interface MarketPairs {
  readonly market: string;
  readonly channel: MarketChannel;
  readonly subscriptions: readonly MarketSubscription[];
}

function readPairs(
  { markets, events }: { markets: readonly string[]; events: readonly string[] },
  turn: CommandTurn,
): Result<MarketPairs[]> {
  const parsed = parseSubscriptions([...new Set(events)]);
  if (!parsed.ok) return parsed;
  const subscriptions = parsed.value.filter(isOfMarket);
  const pairs: MarketPairs[] = [];
  for (const market of new Set(markets)) {
    if (turn.edge.markets.listing()?.market(market) === undefined) {
      return reject('UNKNOWN_MARKET', `there is no market ${market}`);
    }
    const channel = turn.edge.channels.of(market);
    if (channel === undefined) {
      return reject('UNAVAILABLE', `the state of ${market} is not known yet; try again soon`);
    }
    pairs.push({ market, channel, subscriptions });
  }
  return ok(pairs);
}

/** The others are refused by parseSubscriptions as long as they don't work. */
const isOfMarket = (subscription: Subscription): subscription is MarketSubscription =>
  subscription.kind === 'trades' || subscription.kind === 'ticker' || subscription.kind === 'book';
