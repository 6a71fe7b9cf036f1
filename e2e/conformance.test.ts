import { afterAll, beforeAll, jest } from '@jest/globals';
import { conformanceCases } from './cases/runs/conformance';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// The interface, statement by statement, on an exchange of its own: it takes longer than all other programs.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create();

beforeAll(() => exchange.start());
afterAll(() => exchange.destroy());

conformanceCases(exchange);
