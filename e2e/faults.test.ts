import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, jest } from '@jest/globals';
import { limitCases } from './cases/attacks/limits';
import { documentCases } from './cases/docs/documents';
import { killCases } from './cases/faults/kills';
import { restartCases } from './cases/faults/restarts';
import { settlerRevokedCases } from './cases/faults/settler-revoked';
import { solvencyCases } from './cases/faults/solvency-difference';
import { standbyCases } from './cases/faults/standbys';
import { twoGatewayCases } from './cases/faults/two-gateways';
import { auditCases } from './cases/runs/audit';
import { emptySettlerCases } from './cases/runs/empty-settler';
import { hourCases } from './cases/runs/hours';
import { waitingOrderCases } from './cases/trading/waiting-orders';
import { brokerGoneCases } from './cases/sight/broker-gone';
import { MovedClock } from './kit/moved-clock';
import { writeQuickRules } from './kit/sight/quick-rules';
import { secretsInLogsCases } from './cases/runs/secrets-in-logs';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// An exchange that is killed and restarted, and whose clock is set.
jest.setTimeout(CASE_MS_MAX);

// What is wrong must be alarming, too: by the rules as they are, but within seconds.
const rules = mkdtempSync(path.join(os.tmpdir(), 'exchange-rules-'));
const exchange = await RunningExchange.create({
  EXCHANGE_OBSERVE: 'true',
  EXCHANGE_RULES: writeQuickRules(rules),
});

beforeAll(() => exchange.start());
afterAll(() => exchange.destroy());
afterAll(() => rmSync(rules, { recursive: true }));

limitCases(exchange);
waitingOrderCases(exchange);
twoGatewayCases(exchange);
standbyCases(exchange);
settlerRevokedCases(exchange);
solvencyCases(exchange);
brokerGoneCases(exchange);
restartCases(exchange);
killCases(exchange);
auditCases(exchange);
documentCases(exchange);
// They set the clock of the exchange forward, so nothing else comes after them.
const clock = new MovedClock(exchange);
hourCases(exchange, clock);
emptySettlerCases(exchange, clock);
secretsInLogsCases(exchange);
