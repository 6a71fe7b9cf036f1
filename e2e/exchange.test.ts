import { afterAll, beforeAll, jest } from '@jest/globals';
import { OtlpReceiver } from '@exchange/test/kit';
import { badInputCases } from './cases/attacks/bad-input';
import { cheapWithdrawalCases } from './cases/attacks/cheap-withdrawals';
import { signatureCases } from './cases/attacks/signatures';
import { contractPageCases } from './cases/docs/contract-page';
import { conversationCases } from './cases/docs/conversation';
import { documentCases, exampleShapeCases } from './cases/docs/documents';
import { exampleCases } from './cases/docs/example';
import { pagesWalk } from './cases/docs/pages-walk';
import { replayCases } from './cases/runs/replay';
import { secretsInLogsCases } from './cases/runs/secrets-in-logs';
import { spanCases, tracedTo, wholeTraceCases } from './cases/runs/traces';
import { strictClientCases } from './cases/strict-client';
import { bulkCancelCases } from './cases/trading/bulk-cancels';
import { commandOrderCases } from './cases/trading/commands-in-order';
import { exactAmountCases } from './cases/trading/exact-amounts';
import { tradingCases } from './cases/trading/trading';
import { CASE_MS_MAX, RunningExchange } from './kit/running-exchange';

// One exchange for all that clients see, since starting one takes longer than most of what is tested; so they go in this
// order. What kills it has another (faults.test.ts), and so have our own programs (programs.test.ts): they all mostly wait.
jest.setTimeout(CASE_MS_MAX);

const exchange = await RunningExchange.create();
const receiver = await OtlpReceiver.start();

beforeAll(() => exchange.start(tracedTo(receiver)));
afterAll(() => exchange.destroy());
afterAll(() => receiver.close());

tradingCases(exchange);
wholeTraceCases(exchange, receiver);
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
strictClientCases(exchange);
exampleCases(exchange);
documentCases(exchange);
exampleShapeCases(exchange);
secretsInLogsCases(exchange);
spanCases(exchange, receiver);
