import type {
  Database,
  Decision,
  Log,
  LogRead,
  PreparedInputs,
  TurnHandler,
  TurnInput,
} from '@exchange/platform';
import type { DeskState } from './desk/desk-state';
import { inbox } from './inbox';
import type { DeskInbox, DeskTurn } from './inbox/desk-turn';
import { loadState } from './persistence/load';

interface HandlerOptions {
  readonly database: Database;
  readonly state: DeskState;
  readonly proposalMs: number;
  readonly log: Log;
}

/** The turn of the desk: what people do goes into the log, and nothing of it is told before it is stored. */
export class DeskHandler implements TurnHandler<PreparedInputs<DeskInbox>> {
  readonly reads: readonly LogRead[] = [];
  readonly serves: readonly string[] = [];
  readonly writes: readonly LogRead[] = [];

  constructor(private readonly options: HandlerOptions) {}

  load(): Promise<void> {
    const { database, state, log } = this.options;
    return loadState(database, state, log);
  }

  prepare(inputs: readonly TurnInput[]) {
    return inbox.prepare(inputs, undefined);
  }

  decide(prepared: PreparedInputs<DeskInbox>, at: number): Decision {
    const { state, proposalMs } = this.options;
    const turn: DeskTurn = { state, proposalMs, changes: [], lines: [], at };
    inbox.decide(turn, prepared);
    return { changes: turn.changes, logs: [], notices: [], replies: [], lines: turn.lines };
  }
}
