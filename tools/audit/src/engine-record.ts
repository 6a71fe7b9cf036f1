import { inflateRawSync } from 'node:zlib';
import {
  applyCommand,
  continueWork,
  createMarket,
  hasPendingWork,
  type Market,
  type MarketSnapshot,
  restoreMarket,
  stateHash,
} from '@exchange/core/matching';
import { naiveStore } from '@exchange/core/matching/oracle';
import { type RecordedInput, recordedInput } from '@exchange/core/message';
import type { Moment } from '../../kit/running/moment';

interface Snapshot {
  readonly market: MarketSnapshot | null;
  /** Recorded inputs, as their codec writes them. */
  readonly backlog: readonly unknown[];
  /** The report after which it is. */
  readonly number: number;
}

/** The name under which a snapshot's parts hold the inputs that wait. */
const BACKLOG = 'backlog of the desk';

/** A market as the engine's record says it is: its snapshot, and every report since done again. */
export interface ReplayedMarket {
  readonly state: Market | undefined;
  /** The report after which the state is not the recorded one. */
  readonly differsAt: number | undefined;
}

/** Does the engine's record again, by the rules alone and without the engine. */
export async function replayMarket(record: Moment, market: string): Promise<ReplayedMarket> {
  const snapshot = await newestSnapshot(record, market);
  let state = snapshot.market === null ? undefined : restoreMarket(snapshot.market, naiveStore());
  const backlog = snapshot.backlog.map((input) => recordedInput.read(input));
  const reports = await record.rows<{
    number: string;
    inputs: unknown[];
    steps: string;
    state_hash: string;
  }>(
    'SELECT number, inputs, steps, state_hash FROM matching_engine.report WHERE market = $1 AND number > $2 ORDER BY 1',
    [market, snapshot.number],
  );
  for (const report of reports) {
    backlog.push(...report.inputs.map((input) => recordedInput.read(input)));
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

/** What the engine would begin with: compressed JSON in parts, the first with empty lists, each other with items of one. */
async function newestSnapshot(record: Moment, market: string): Promise<Snapshot> {
  const rows = await record.rows<{ number: string; data: Uint8Array }>(
    `SELECT number, data FROM matching_engine.snapshot_part WHERE market = $1 AND number =
       (SELECT max(number) FROM matching_engine.snapshot WHERE market = $1 AND is_complete) ORDER BY part`,
    [market],
  );
  const [head, ...parts] = rows.map(({ data }) => JSON.parse(inflateRawSync(data).toString()) as unknown);
  if (head === undefined) return { market: null, backlog: [], number: 0 };
  const lists = new Map<string, unknown[]>();
  for (const { list, items } of parts as { list: string; items: unknown[] }[]) {
    lists.set(list, [...(lists.get(list) ?? []), ...items]);
  }
  const backlog = lists.get(BACKLOG) ?? [];
  lists.delete(BACKLOG);
  const { market: short } = head as Snapshot;
  const whole = short === null ? null : { ...short, ...Object.fromEntries(lists) };
  return { market: whole as MarketSnapshot | null, backlog, number: Number(rows[0]?.number) };
}

function apply(state: Market | undefined, recorded: RecordedInput | undefined): Market | undefined {
  if (recorded === undefined) return state;
  const { at, input } = recorded;
  if (state !== undefined) applyCommand(state, { at, ...input });
  else if (input.kind === 'rules') return createMarket(input.rules, { store: naiveStore() });
  return state;
}
