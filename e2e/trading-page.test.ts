import { afterAll, beforeAll, jest } from '@jest/globals';
import { oneIntentCases } from './cases/web/one-intent';
import { fundPageAccounts } from './cases/web/kit/page-trader';
import { orderKindCases } from './cases/web/order-kinds';
import { pageRestartCases } from './cases/web/page-restarts';
import { pageTabCases } from './cases/web/page-tabs';
import { refusalCases } from './cases/web/refusals';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// Orders that are entered at the page, at an exchange that nobody else used: its books and balances are known.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create();

beforeAll(async () => {
  await exchange.start();
  await fundPageAccounts(exchange);
});
afterAll(() => exchange.destroy());

orderKindCases(exchange);
refusalCases(exchange);
oneIntentCases(exchange);
pageTabCases(exchange);
pageRestartCases(exchange);
