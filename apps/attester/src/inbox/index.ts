import { Inbox } from '@exchange/platform';
import { attestBatch } from './attest-batch';
import type { AttesterInbox } from './attester-turn';
import { takeLook } from './chain-looked';
import { takeCosignRequests } from './cosign-requests';
import { takeCosigned } from './cosigned';
import { takeReport } from './market-report';
import { takeLegs } from './settle-legs';
import { takeSettlementNews } from './settlement-news';
import { takeSolvencyVerdict } from './solvency-verdict';

/** Everything that the attester takes: the logs, the request to attest, and what its rounds found. */
export const inbox = new Inbox<AttesterInbox>([
  attestBatch,
  takeLegs,
  takeReport,
  takeCosignRequests,
  takeSettlementNews,
  takeSolvencyVerdict,
  takeLook,
  takeCosigned,
]);
