import { TracesBy } from '@exchange/platform';
import { AttestedDrafts } from './attesting/attested-drafts';
import { Batches } from './batches/batches';
import { ChainView } from './chain-view';
import { ForeignSettlements } from './trades/foreign-settlements';
import { Trades } from './trades/trades';
import { Submissions } from './withdrawals/submissions';

/** Everything that the turns decide on and change; the database holds the same. */
export class SettlementState {
  readonly trades = new Trades();
  readonly foreign = new ForeignSettlements();
  readonly batches = new Batches();
  readonly drafts = new AttestedDrafts();
  readonly submissions = new Submissions();
  readonly chain = new ChainView();
  /** For the spans of later rounds. */
  readonly traces = {
    trades: new TracesBy<number>(),
    withdrawals: new TracesBy<number>(),
    batches: new TracesBy<number>(),
  };
  /** How long trades took that became final; for metrics, and stored nowhere. */
  settledAfterMs: number[] = [];

  /** Those since the last call. */
  takeSettledAfter(): readonly number[] {
    const taken = this.settledAfterMs;
    this.settledAfterMs = [];
    return taken;
  }
}
