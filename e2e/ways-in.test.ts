import { afterAll, beforeAll, jest } from '@jest/globals';
import { waysInCases } from './cases/web/ways-in';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// A trader who has nothing but the page, at an exchange that nobody else used: its books and balances are known.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create();

beforeAll(() => exchange.start());
afterAll(() => exchange.destroy());

waysInCases(exchange);
