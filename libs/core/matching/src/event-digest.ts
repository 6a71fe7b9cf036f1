import { digestText, type Digest } from './digest';
import type { Fill, MarketEvent } from './market-event';

const fillText = ({ orderId, account, sellBook, buyBook }: Fill): string =>
  `${orderId},${account},${sellBook},${buyBook}`;

/**
 * Goes on hashing with a step's events. Events say every change of the book, so equal hashes of two runs mean equal
 * books as well. Fee terms are carried unread and not part of it.
 */
export function digestEvents(digest: Digest, sequence: number, events: readonly MarketEvent[]): Digest {
  return events.reduce(
    (sum, event) => digestText(sum, `${eventText(event)};`),
    digestText(digest, `#${sequence};`),
  );
}

function eventText(event: MarketEvent): string {
  switch (event.kind) {
    case 'waiting':
      return `waiting,${event.orderId},${event.account},${event.for}`;
    case 'triggered':
      return `triggered,${event.orderId},${event.account}`;
    case 'edited':
      return `edited,${event.orderId},${event.account},${event.sellBook},${event.buyBook},${event.held},${event.rateKey},${event.hidden},${event.leaveAt},${event.stopRateKey ?? ''},${event.peg?.currency ?? ''},${event.peg?.rateKey ?? ''}`;
    case 'edit_refused':
      return `edit_refused,${event.orderId},${event.account},${event.reason}`;
    case 'rested':
      return `rested,${event.orderId},${event.account},${event.side},${event.rateKey},${event.sellBook},${event.buyBook}`;
    case 'trade':
      return `trade,${event.tradeId},${event.time},${event.rateKey},${event.takerSide},${event.traded},${event.quote},${fillText(event.maker)},${fillText(event.taker)}`;
    case 'done':
      return `done,${event.orderId},${event.account},${event.reason}`;
    case 'not_open':
      return `not_open,${event.orderId},${event.account}`;
    case 'level':
      return `level,${event.side},${event.rateKey},${event.amount},${event.count}`;
    case 'status':
      return `status,${event.status}`;
  }
}
