import type { OrderId } from '@exchange/core/kernel';
import type { OpenOrder } from '../../src/order/open-order';
import { dueAmong } from '../../src/waiting/due-among';
import { NaiveStops } from './naive-stops';
import type { PeggedOrders, QueuedOrders, WaitingOrders } from '../../src/waiting/waiting-orders';

/** The slow and obvious places for orders that wait. They are the measure of what the faster ones must do. */
export function naiveWaiting(): WaitingOrders {
  return {
    stops: new NaiveStops(),
    suspended: new NaiveQueued(),
    idle: new NaiveQueued(),
    pegged: new NaivePegged(),
  };
}

class NaiveQueued extends Map<OrderId, OpenOrder> implements QueuedOrders {
  first(): OpenOrder | undefined {
    return [...this.values()][0];
  }

  expired(now: number, limit: number): readonly OpenOrder[] {
    return dueAmong([...this.values()], now, limit);
  }
}

class NaivePegged extends Map<OrderId, string> implements PeggedOrders {
  followers(currency: string): readonly OrderId[] {
    return [...this].filter(([, followed]) => followed === currency).map(([id]) => id);
  }
}
