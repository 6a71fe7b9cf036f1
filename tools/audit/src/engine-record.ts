import type { ControlInput, MarketInput } from '@exchange/contract/bus';
import { address, amountFrom, marketId, orderId, unreachable } from '@exchange/core/kernel';
import {
  applyCommand,
  continueWork,
  createMarket,
  hasPendingWork,
  type MarketCommand,
  type MarketRules,
  type MarketSnapshot,
  type MarketState,
  restoreMarket,
  stateHash,
} from '@exchange/core/matching';
import type { Moment } from './moment';

type Input = MarketInput | ControlInput | { readonly kind: 'restarting'; readonly restarting: boolean };

interface Recorded {
  readonly at: number;
  readonly input: Input;
}

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

function commandOf({ at, input }: Recorded): MarketCommand {
  switch (input.kind) {
    case 'place':
      return {
        at,
        kind: 'place',
        orderId: orderId(input.orderId),
        account: address(input.account),
        side: input.side,
        sellAmount: amountFrom(input.sellAmount),
        buyAmount: amountFrom(input.buyAmount),
        sellBook: amountFrom(input.sellBook),
        buyBook: amountFrom(input.buyBook),
        fees: input.fees,
        leaveAt: input.leaveAt,
      };
    case 'cancel':
      return {
        at,
        kind: 'cancel',
        orderId: orderId(input.orderId),
        account: address(input.account),
        reason: input.reason,
      };
    case 'rules':
      return { at, kind: 'rules', rules: rulesOf(input.rules) };
    case 'time':
    case 'status':
    case 'restarting':
      return { at, ...input };
    default:
      return unreachable(input);
  }
}

function rulesOf(rules: Extract<ControlInput, { kind: 'rules' }>['rules']): MarketRules {
  return {
    market: marketId(rules.market),
    index: rules.index,
    decimals: { traded: rules.tradedDecimals, quote: rules.quoteDecimals },
    minOrderRemaining: amountFrom(rules.minOrderRemaining),
    minOrderRemainingQuote: amountFrom(rules.minOrderRemainingQuote),
  };
}
