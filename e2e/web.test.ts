import { afterAll, beforeAll, jest } from '@jest/globals';
import { lookCases } from './cases/web/looks';
import { marketViewCases } from './cases/web/market-view';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// The trading page in a browser, at an exchange that nothing else uses.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create();

beforeAll(() => exchange.start());
afterAll(() => exchange.destroy());

marketViewCases(exchange);
lookCases(exchange);
