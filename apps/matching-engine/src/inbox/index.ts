import { engineCommands } from '@exchange/contract/bus';
import { Inbox } from '@exchange/platform';
import type { EngineInbox } from './engine-inputs';
import {
  beginRestart,
  continueWork,
  endRestart,
  giveMarket,
  reopenMoved,
  restartTaken,
} from './engine-signal';
import { engineHeadsQuery } from './engine-heads';
import { enginesQuery } from './engines';
import { takeControlInputs } from './ledger-control';
import { takeMarketInputs } from './ledger-market';
import { moveMarket } from './move-market';

/** Everything that the engine takes: what the ledger sends to its markets, operators' requests, and its own signals. */
export const inbox = new Inbox<EngineInbox>([
  takeMarketInputs,
  takeControlInputs,
  moveMarket,
  enginesQuery,
  engineHeadsQuery,
  beginRestart,
  endRestart,
  giveMarket,
  restartTaken,
  reopenMoved,
  continueWork,
]);

/** What the active process of an engine is asked; what all of them know any of them answers, and the first answer counts. */
export const requestsTo = (engine: string): readonly string[] => [
  engineCommands.moveMarket.pattern.replace('*', engine),
  engineCommands.enginesQuery.pattern,
  engineCommands.engineHeadsQuery.pattern,
];
