import { Inbox } from '@exchange/platform';
import { takeDrafted, takeUnattested } from './attesting-signals';
import { answerBatch } from './batch-query';
import { takeExpired, takeLost, takePrepared, takeReplaced, takeSent } from './batch-signals';
import { takeBlocks } from './chain-blocks';
import { takeJudged, takePlanned } from './reversal-signals';
import { takeTradesRefused, takeWithdrawalRefused } from './round-signals';
import { takeLegs } from './settle-legs';
import { takeSubmissions } from './submissions';
import type { SettlementInbox } from './settlement-turn';

/** Everything that settlement takes: the logs, and what its rounds found. */
export const inbox = new Inbox<SettlementInbox>([
  takeLegs,
  takeSubmissions,
  takeBlocks,
  takeWithdrawalRefused,
  takeDrafted,
  takeUnattested,
  takePrepared,
  takeReplaced,
  takeSent,
  takeExpired,
  takeLost,
  takeTradesRefused,
  takeJudged,
  takePlanned,
  answerBatch,
]);
