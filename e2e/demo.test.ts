import { afterAll, beforeAll, jest } from '@jest/globals';
import { demoCases } from './cases/web/demo';
import { pictureCases } from './cases/web/pictures';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// An exchange as `npm start -- --demo` gives it, with its traders and its made-up bars.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create({}, ['--demo']);

beforeAll(() => exchange.start());
afterAll(() => exchange.destroy());

demoCases(exchange);
pictureCases(exchange);
