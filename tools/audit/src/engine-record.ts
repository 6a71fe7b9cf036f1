import { inflateRawSync } from 'node:zlib';
import {
  applyCommand,
  continueWork,
  countedInput,
  createMarket,
  FIRST_RULES_VERSION,
  hasPendingWork,
  type Market,
  type MarketSnapshot,
  restoreMarket,
  stateHash,
  rulesAfter,
} from '@exchange/core/matching';
import { naiveStore } from '@exchange/core/matching/oracle';
import { type RecordedInput, recordedInput } from '@exchange/core/message';
import type { Moment } from '../../kit/running/moment';

interface Snapshot {
  readonly market: MarketSnapshot | null;
  /** Recorded inputs, as their codec writes them. */
  readonly backlog: readonly unknown[];
  /** Absent in what is older than versions of the rules: the first. */
  readonly rulesVersion?: number;
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
  const redone = new RedoneMarket(snapshot);
  const reports = await record.rows<{
    number: string;
    at: string;
    inputs: unknown[];
    steps: string;
    state_hash: string;
    rules_version: string | null;
  }>(
    `SELECT number, at, inputs, steps, state_hash, rules_version FROM matching_engine.report
     WHERE market = $1 AND number > $2 ORDER BY 1`,
    [market, snapshot.number],
  );
  for (const { number, at, inputs, steps, state_hash: recorded, rules_version: version } of reports) {
    redone.take(inputs, Number(at));
    for (let step = 0; step < Number(steps); step += 1) redone.step();
    const { state, rulesVersion } = redone;
    const isSame = state === undefined || stateHash(state) === recorded;
    if (!isSame || rulesVersion !== Number(version ?? FIRST_RULES_VERSION))
      return { state, differsAt: Number(number) };
  }
  return { state: redone.state, differsAt: undefined };
}

/** A market whose reports are done again, each by the version of the rules that was in force. */
class RedoneMarket {
  state: Market | undefined;
  rulesVersion: number;
  private readonly backlog: RecordedInput[] = [];
  private rulesOfNext: number;

  constructor({ market, backlog, rulesVersion = FIRST_RULES_VERSION }: Snapshot) {
    this.state = market === null ? undefined : restoreMarket(market, naiveStore());
    this.rulesVersion = rulesVersion;
    this.rulesOfNext = rulesVersion;
    for (const input of backlog) this.queue(recordedInput.read(input));
  }

  take(inputs: readonly unknown[], turnAt: number): void {
    for (const input of inputs) {
      const recorded = recordedInput.read(input);
      this.queue(countedInput(recorded, turnAt, this.rulesOfNext));
    }
  }

  step(): void {
    if (this.state !== undefined && hasPendingWork(this.state)) continueWork(this.state);
    else this.apply(this.backlog.shift());
  }

  private queue(recorded: RecordedInput): void {
    this.backlog.push(recorded);
    this.rulesOfNext = rulesAfter(this.rulesOfNext, recorded);
  }

  private apply(recorded: RecordedInput | undefined): void {
    if (recorded === undefined) return;
    const { at, input } = recorded;
    this.rulesVersion = rulesAfter(this.rulesVersion, recorded);
    if (this.state !== undefined) applyCommand(this.state, { at, ...input });
    else if (input.kind === 'rules') {
      this.state = createMarket(input.rules, { store: naiveStore(), rulesVersion: this.rulesVersion });
    }
  }
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
  const { market: short, ...processor } = head as Snapshot;
  const whole = short === null ? null : { ...short, ...Object.fromEntries(lists) };
  return { ...processor, market: whole as MarketSnapshot | null, backlog, number: Number(rows[0]?.number) };
}
