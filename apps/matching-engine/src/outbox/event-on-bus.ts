import type { Fill as FillOnBus, MarketEvent as EventOnBus } from '@exchange/contract/bus';
import { unreachable } from '@exchange/core/kernel';
import type { Fill, MarketEvent } from '@exchange/core/matching';
import type { Static } from '@sinclair/typebox';

/** An event in the words of the report: amounts as decimal text. */
export function eventOnBus(event: MarketEvent): EventOnBus {
  switch (event.kind) {
    case 'edited':
      return {
        ...event,
        sellBook: event.sellBook.toString(),
        buyBook: event.buyBook.toString(),
        held: event.held.toString(),
      };
    case 'rested':
      return { ...event, sellBook: event.sellBook.toString(), buyBook: event.buyBook.toString() };
    case 'trade':
      return {
        ...event,
        traded: event.traded.toString(),
        quote: event.quote.toString(),
        maker: fillOnBus(event.maker),
        taker: fillOnBus(event.taker),
      };
    case 'level':
      return { ...event, amount: event.amount.toString() };
    case 'waiting':
    case 'triggered':
    case 'edit_refused':
    case 'done':
    case 'not_open':
    case 'status':
      return event;
    default:
      return unreachable(event);
  }
}

const fillOnBus = (fill: Fill): Static<typeof FillOnBus> => ({
  ...fill,
  sellBook: fill.sellBook.toString(),
  buyBook: fill.buyBook.toString(),
});
