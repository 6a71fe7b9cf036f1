import { Inbox } from '@exchange/platform';
import { takeChainBlock } from './chain-block';
import { takeChecked } from './checked';
import { answerProof } from './proof-query';
import { answerReport } from './report-query';
import type { SolvencyInbox } from './solvency-turn';

/** Everything that the standing check takes. */
export const inbox = new Inbox<SolvencyInbox>([takeChainBlock, takeChecked, answerReport, answerProof]);
