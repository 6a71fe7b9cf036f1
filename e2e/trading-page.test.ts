import { afterAll, beforeAll, jest } from '@jest/globals';
import { orderKindCases } from './cases/web/order-kinds';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// Orders that are entered at the page, at an exchange that nobody else used: its books and balances are known.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create();

beforeAll(() => exchange.start());
afterAll(() => exchange.destroy());

orderKindCases(exchange);
