import { Inbox } from '@exchange/platform';
import type { EngineInbox } from './engine-inputs';
import { beginRestart, continueWork, endRestart } from './engine-signal';
import { takeControlInputs } from './ledger-control';
import { takeMarketInputs } from './ledger-market';

/** Everything that the engine takes: what the ledger sends to its markets, and its own signals. */
export const inbox = new Inbox<EngineInbox>([
  takeMarketInputs,
  takeControlInputs,
  beginRestart,
  endRestart,
  continueWork,
]);
