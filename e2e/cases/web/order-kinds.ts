import { afterAll, beforeAll, describe } from '@jest/globals';
import type { RunningExchange } from '../../kit/running-exchange';
import { TradedPage } from './kit/traded-page';
import { bookOrderCases } from './orders-in-book';
import { waitingPageOrderCases } from './orders-that-wait';

/** Each kind of order, placed with the page: as the interface states it, and as the page tells of it. */
export function orderKindCases(exchange: RunningExchange): void {
  describe('an order that is entered at the page', () => {
    let opened: TradedPage;
    beforeAll(async () => {
      opened = await TradedPage.open(exchange);
    });
    afterAll(() => opened.close());

    bookOrderCases(() => opened);
    waitingPageOrderCases(() => opened);
  });
}
