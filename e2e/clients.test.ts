import { afterAll, beforeAll, jest } from '@jest/globals';
import { bookCases } from './cases/clients/books';
import { dropCases } from './cases/clients/drop';
import { intentCases } from './cases/clients/intents';
import { killedClientCases } from './cases/clients/kills';
import { paceCases } from './cases/clients/pace';
import { packedBotCases } from './cases/clients/packed-bots';
import { pythonBotCases } from './cases/clients/python-bot';
import { PackedClient } from './cases/clients/packed-client';
import { tabCases } from './cases/clients/tabs';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// What our own client does over lost lines, at an exchange that goes on.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create();
const packed = new PackedClient();

beforeAll(() => exchange.start());
afterAll(async () => {
  await packed.remove();
  await exchange.destroy();
});

bookCases(exchange);
dropCases(exchange);
intentCases(exchange);
packedBotCases(exchange, packed);
tabCases(exchange, packed);
pythonBotCases(exchange);
killedClientCases(exchange);
paceCases(exchange);
