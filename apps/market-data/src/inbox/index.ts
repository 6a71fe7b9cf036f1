import { Inbox } from '@exchange/platform';
import { answerBars } from './bars-query';
import { takeListing } from './listing';
import type { MarketDataInbox } from './market-data-turn';
import { takeReport } from './market-report';
import { answerSnapshot } from './market-snapshot';
import { answerRates } from './rates-query';
import { takeSettlementNews } from './settlement-news';
import { lookForStaleRates, moveWindow, takeValues } from './signals';
import { answerTrades } from './trades-query';

/** Everything that market-data takes. */
export const inbox = new Inbox<MarketDataInbox>([
  takeListing,
  takeReport,
  takeSettlementNews,
  answerSnapshot,
  answerTrades,
  answerBars,
  answerRates,
  takeValues,
  lookForStaleRates,
  moveWindow,
]);
