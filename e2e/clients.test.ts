import { afterAll, beforeAll, jest } from '@jest/globals';
import { bookCases } from './cases/clients/books';
import { dropCases } from './cases/clients/drop';
import { intentCases } from './cases/clients/intents';
import { killedClientCases } from './cases/clients/kills';
import { paceCases } from './cases/clients/pace';
import { packedBotCases } from './cases/clients/packed-bots';
import { pythonBotCases } from './cases/clients/python-bot';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// What our own client does over lost lines, at an exchange that goes on.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create();

beforeAll(() => exchange.start());
afterAll(() => exchange.destroy());

bookCases(exchange);
dropCases(exchange);
intentCases(exchange);
packedBotCases(exchange);
pythonBotCases(exchange);
// By name: they need a machine that nothing else uses.
if (process.env['CLIENT_KILLS'] !== undefined) killedClientCases(exchange);
if (process.env['CLIENT_PACE_S'] !== undefined) paceCases(exchange);
