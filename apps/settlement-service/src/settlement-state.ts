import { Batches } from './batches/batches';
import { ChainView } from './chain-view';
import { ForeignSettlements } from './trades/foreign-settlements';
import { TradeTraces } from './trades/trade-traces';
import { Trades } from './trades/trades';
import { Cosignatures } from './cosigning/cosignatures';
import { Submissions } from './withdrawals/submissions';

/** Everything that the turns decide on and change; the database holds the same. */
export class SettlementState {
  readonly trades = new Trades();
  readonly foreign = new ForeignSettlements();
  readonly batches = new Batches();
  readonly cosignatures = new Cosignatures();
  readonly submissions = new Submissions();
  readonly chain = new ChainView();
  readonly traces = new TradeTraces();
}
