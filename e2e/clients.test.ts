import { afterAll, beforeAll, jest } from '@jest/globals';
import { bookCases } from './cases/clients/books';
import { dropCases } from './cases/clients/drop';
import { intentCases } from './cases/clients/intents';
import { killedClientCases } from './cases/clients/kills';
import { paceCases } from './cases/clients/pace';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// What our own client does over lost lines, at an exchange that goes on.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create();

beforeAll(() => exchange.start());
afterAll(() => exchange.destroy());

// By name: they take long, or need a machine that nothing else uses.
if (process.env['CLIENT_BOOKS'] !== undefined) bookCases(exchange);
if (process.env['CLIENT_DROP'] !== undefined) dropCases(exchange);
intentCases(exchange);
if (process.env['CLIENT_KILLS'] !== undefined) killedClientCases(exchange);
if (process.env['CLIENT_PACE_S'] !== undefined) paceCases(exchange);
