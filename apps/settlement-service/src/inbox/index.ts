import { Inbox } from '@exchange/platform';
import { takeExpired, takeLost, takePrepared, takeReplaced, takeSent } from './batch-signals';
import { takeBlocks } from './chain-blocks';
import { takeCosignRequests } from './cosign-requests';
import { takeJudged, takePlanned } from './reversal-signals';
import { takeCosigned, takeTradesRefused, takeWithdrawalRefused } from './round-signals';
import { takeLegs } from './settle-legs';
import type { SettlementInbox } from './settlement-turn';

/** Everything that settlement takes: the logs, and what its rounds found. */
export const inbox = new Inbox<SettlementInbox>([
  takeLegs,
  takeCosignRequests,
  takeBlocks,
  takeCosigned,
  takeWithdrawalRefused,
  takePrepared,
  takeReplaced,
  takeSent,
  takeExpired,
  takeLost,
  takeTradesRefused,
  takeJudged,
  takePlanned,
]);
