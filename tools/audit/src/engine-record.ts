import {
  applyCommand,
  continueWork,
  createMarket,
  hasPendingWork,
  type MarketSnapshot,
  type MarketState,
  restoreMarket,
  stateHash,
} from '@exchange/core/matching';
import { commandOf, type Recorded, rulesOf } from './market-commands';
import type { Moment } from './moment';

interface Snapshot {
  readonly market: MarketSnapshot | null;
  readonly backlog: readonly Recorded[];
}

/** A market as the engine's record says it is: its snapshot, and every report since done again. */
export interface ReplayedMarket {
  readonly state: MarketState | undefined;
  /** The report after which the state is not the recorded one. */
  readonly differsAt: number | undefined;
}

/** Does the engine's record again, by the rules alone and without the engine. */
export async function replayMarket(record: Moment, market: string): Promise<ReplayedMarket> {
  const [row] = await record.rows<{ snapshot: string; snapshot_number: string }>(
    'SELECT snapshot, snapshot_number FROM matching_engine.market WHERE market = $1',
    [market],
  );
  if (row === undefined) return { state: undefined, differsAt: undefined };
  const snapshot = JSON.parse(row.snapshot) as Snapshot;
  let state = snapshot.market === null ? undefined : restoreMarket(snapshot.market);
  const backlog = [...snapshot.backlog];
  const reports = await record.rows<{
    number: string;
    inputs: Recorded[];
    steps: string;
    state_hash: string;
  }>(
    'SELECT number, inputs, steps, state_hash FROM matching_engine.report WHERE market = $1 AND number > $2 ORDER BY 1',
    [market, row.snapshot_number],
  );
  for (const report of reports) {
    backlog.push(...report.inputs);
    for (let step = 0; step < Number(report.steps); step += 1) {
      if (state !== undefined && hasPendingWork(state)) continueWork(state);
      else state = apply(state, backlog.shift());
    }
    if (state !== undefined && stateHash(state) !== report.state_hash) {
      return { state, differsAt: Number(report.number) };
    }
  }
  return { state, differsAt: undefined };
}

function apply(state: MarketState | undefined, recorded: Recorded | undefined): MarketState | undefined {
  if (recorded === undefined) return state;
  if (state !== undefined) applyCommand(state, commandOf(recorded));
  else if (recorded.input.kind === 'rules') return createMarket(rulesOf(recorded.input.rules));
  return state;
}
