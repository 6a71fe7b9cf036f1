import { NONE } from './book-memory';
import type { BookModule } from './book-module';
import type { OrderRecords } from './order-records';

/** At most `limit` places of orders that leave at `now` or earlier, by their moment, then by id. */
export function placesDue(
  module: BookModule,
  records: OrderRecords,
  now: number,
  limit: number,
): readonly number[] {
  const found: number[] = [];
  const pageOf = (place: number) => module.calendarPage(records.leaveAt(place));
  const isEarlier = (a: number, b: number) => {
    const difference = records.leaveAt(a) - records.leaveAt(b);
    return difference < 0 || (difference === 0 && records.id(a) < records.id(b));
  };
  let place = module.firstLeaving();
  while (place !== NONE && found.length < limit && pageOf(place) <= module.calendarPage(now)) {
    // Only a page is not in order.
    const page = pageOf(place);
    const earliest: number[] = [];
    for (; place !== NONE && pageOf(place) === page; place = module.orderLeavingAfter(place)) {
      if (records.leaveAt(place) <= now) keepEarliest(earliest, place, limit - found.length, isEarlier);
    }
    found.push(...earliest);
  }
  return found;
}

/** Puts a place among the earliest so many. */
function keepEarliest(
  earliest: number[],
  place: number,
  limit: number,
  isEarlier: (a: number, b: number) => boolean,
): void {
  if (earliest.length === limit) {
    if (!isEarlier(place, earliest[limit - 1] as number)) return;
    earliest.pop();
  }
  let low = 0;
  let high = earliest.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isEarlier(earliest[middle] as number, place)) low = middle + 1;
    else high = middle;
  }
  earliest.splice(low, 0, place);
}
