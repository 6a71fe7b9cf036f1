import { afterAll, beforeAll, jest } from '@jest/globals';
import { auditCases } from './cases/audit';
import { badInputCases } from './cases/bad-input';
import { bookTruthCases } from './cases/book-truth';
import { bulkCancelCases } from './cases/bulk-cancels';
import { conformanceCases } from './cases/conformance';
import { contractPageCases } from './cases/contract-page';
import { conversationCases } from './cases/conversation';
import { docsPageCases } from './cases/docs-pages';
import { documentCases } from './cases/documents';
import { exactAmountCases } from './cases/exact-amounts';
import { exampleCases } from './cases/example';
import { hourCases } from './cases/hours';
import { killCases } from './cases/kills';
import { latencyCases } from './cases/latency';
import { limitCases } from './cases/limits';
import { pagesWalk } from './cases/pages-walk';
import { replayCases } from './cases/replay';
import { restartCases } from './cases/restarts';
import { signatureCases } from './cases/signatures';
import { strangerCases } from './cases/strangers';
import { strictClientCases } from './cases/strict-client';
import { tradingCases } from './cases/trading';
import { twoGatewayCases } from './cases/two-gateways';
import { RunningExchange } from './kit/running-exchange';

// One exchange for all, since starting one takes longer than most of what is tested; so they go in this order.
jest.setTimeout(180_000);

const exchange = await RunningExchange.create();

beforeAll(() => exchange.start());
afterAll(() => exchange.destroy());

tradingCases(exchange);
conversationCases(exchange);
pagesWalk(exchange);
contractPageCases(exchange);
exactAmountCases(exchange);
replayCases(exchange);
badInputCases(exchange);
signatureCases(exchange);
bulkCancelCases(exchange);
latencyCases(exchange);
bookTruthCases(exchange);
limitCases(exchange);
twoGatewayCases(exchange);
strictClientCases(exchange);
strangerCases(exchange);
exampleCases(exchange);
docsPageCases(exchange);
conformanceCases(exchange);
restartCases(exchange);
killCases(exchange);
auditCases(exchange);
documentCases(exchange);
// It sets the clock of the exchange forward, so nothing comes after it.
hourCases(exchange);
