import { chainBlock, solvencyVerdict } from '@exchange/contract/bus';
import {
  type Database,
  type Decision,
  type LogRead,
  logOutput,
  type PreparedInputs,
  type TurnHandler,
  type TurnInput,
} from '@exchange/platform';
import type { SolvencyState } from './books/solvency-state';
import { inbox } from './inbox';
import type { SolvencyInbox, SolvencyTurn } from './inbox/solvency-turn';
import { loadState, type WatchedContract } from './persistence/load';

interface HandlerOptions {
  readonly database: Database;
  readonly state: SolvencyState;
  readonly watched: WatchedContract;
  readonly cleanChecks: number;
}

/** The turn of the standing check: final blocks and checks in, the verdict out, questions answered. */
export class SolvencyHandler implements TurnHandler<PreparedInputs<SolvencyInbox>> {
  readonly reads: readonly LogRead[];
  readonly serves = inbox.requests;
  readonly writes: readonly LogRead[] = [{ stream: 'SOLVENCY', filter: solvencyVerdict.pattern }];

  constructor(private readonly options: HandlerOptions) {
    const filter = chainBlock.subject(options.watched.chainId);
    this.reads = [{ stream: 'CHAIN', filter, joinsLate: true }];
  }

  load(): Promise<void> {
    const { database, state, watched } = this.options;
    return loadState(database, state, watched);
  }

  prepare(inputs: readonly TurnInput[]) {
    return inbox.prepare(inputs, undefined);
  }

  decide(prepared: PreparedInputs<SolvencyInbox>, at: number): Decision {
    const { state, watched, cleanChecks } = this.options;
    const turn: SolvencyTurn = {
      ...{ state, watched, cleanChecks, changes: [], lines: [], verdict: undefined, at },
    };
    const replies = inbox.decide(turn, prepared);
    const { verdict } = turn;
    const logs = verdict === undefined ? [] : [logOutput(solvencyVerdict, [], { at, ...verdict })];
    return { changes: turn.changes, logs, notices: [], replies: replies(), lines: turn.lines };
  }
}
