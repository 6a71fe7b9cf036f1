import { afterAll, beforeAll, jest } from '@jest/globals';
import { attackCases } from './cases/attacks/attack';
import { docsPageCases } from './cases/docs/docs-pages';
import { operationsCommandCases } from './cases/docs/operations-commands';
import { runbookCommandCases } from './cases/docs/runbook-commands';
import { operatorDayCases } from './cases/operator/day';
import { checkBooksCases } from './cases/runs/check-books';
import { loadCases } from './cases/runs/load';
import { remoteSignerCases } from './cases/runs/remote-signer';
import { secretsInLogsCases } from './cases/runs/secrets-in-logs';
import { exportedCases } from './cases/sight/exported';
import { observedCases } from './cases/sight/observed';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// What our own programs find, and a browser, on an exchange that nothing else uses. Its keys lie with a remote signer.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create({ EXCHANGE_OBSERVE: 'true' });

beforeAll(() => exchange.start({ EXCHANGE_REMOTE_SIGNER: 'true' }));
afterAll(() => exchange.destroy());

loadCases(exchange);
exportedCases(exchange);
// Before anything goes wrong: no alert may fire.
observedCases(exchange);
remoteSignerCases(exchange);
checkBooksCases(exchange);
attackCases(exchange);
docsPageCases(exchange);
runbookCommandCases(exchange);
operatorDayCases(exchange);
operationsCommandCases(exchange);
secretsInLogsCases(exchange);
