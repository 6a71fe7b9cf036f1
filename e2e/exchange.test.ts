import { afterAll, beforeAll, jest } from '@jest/globals';
import { auditCases } from './cases/runs/audit';
import { badInputCases } from './cases/attacks/bad-input';
import { checkBooksCases } from './cases/runs/check-books';
import { bulkCancelCases } from './cases/trading/bulk-cancels';
import { commandOrderCases } from './cases/trading/commands-in-order';
import { conformanceCases } from './cases/runs/conformance';
import { contractPageCases } from './cases/docs/contract-page';
import { conversationCases } from './cases/docs/conversation';
import { docsPageCases } from './cases/docs/docs-pages';
import { documentCases } from './cases/docs/documents';
import { exactAmountCases } from './cases/trading/exact-amounts';
import { exampleCases } from './cases/docs/example';
import { hourCases } from './cases/runs/hours';
import { killCases } from './cases/faults/kills';
import { latencyCases } from './cases/runs/latency';
import { limitCases } from './cases/attacks/limits';
import { pagesWalk } from './cases/docs/pages-walk';
import { replayCases } from './cases/runs/replay';
import { restartCases } from './cases/faults/restarts';
import { settlerRevokedCases } from './cases/faults/settler-revoked';
import { signatureCases } from './cases/attacks/signatures';
import { attackCases } from './cases/attacks/attack';
import { cheapWithdrawalCases } from './cases/attacks/cheap-withdrawals';
import { strictClientCases } from './cases/strict-client';
import { tradingCases } from './cases/trading/trading';
import { waitingOrderCases } from './cases/trading/waiting-orders';
import { twoGatewayCases } from './cases/faults/two-gateways';
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
cheapWithdrawalCases(exchange);
bulkCancelCases(exchange);
commandOrderCases(exchange);
waitingOrderCases(exchange);
latencyCases(exchange);
checkBooksCases(exchange);
limitCases(exchange);
twoGatewayCases(exchange);
strictClientCases(exchange);
attackCases(exchange);
exampleCases(exchange);
docsPageCases(exchange);
conformanceCases(exchange);
settlerRevokedCases(exchange);
restartCases(exchange);
killCases(exchange);
auditCases(exchange);
documentCases(exchange);
// It sets the clock of the exchange forward, so nothing comes after it.
hourCases(exchange);
