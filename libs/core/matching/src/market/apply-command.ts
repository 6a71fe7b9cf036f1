import { assert, present, unreachable } from '@exchange/core/kernel';
import type {
  ControlInputOf,
  MarketEvent,
  MarketInputOf,
  MarketRules,
  MarketStatus,
} from '@exchange/core/message';
import { cancel } from '../order/cancel';
import type { MarketCommand } from './command';
import { noteCrossedStops } from './crossed-stops';
import { delist } from '../order/delist';
import { edit } from '../order/edit';
import { resumeSweep } from '../execution/enter';
import { expire } from '../order/expire';
import {
  type BulkWork,
  decimalsOf,
  effectiveStatus,
  isFull,
  isWaiting,
  type MarketState,
} from './market-state';
import { isPackable, type PackedOrder } from '../book/packed-order';
import { resumePlacing, place, placePacked } from '../order/place';
import { notePegRate, repegAll, repegNext } from '../trigger/repeg';
import { Step } from './step';
import { readEvents } from '../tape/read-events';
import { triggerNext } from '../trigger/trigger-stops';

/**
 * Applies one command and returns what happened, in order; `state` changes in place. The same commands give the same
 * events on any machine. At most `workPerStep` units of work are done: while `hasPendingWork(state)`, call
 * `continueWork` before the next command.
 */
export function applyCommand(state: MarketState, command: MarketCommand): readonly MarketEvent[] {
  const { direct } = state;
  if (direct === undefined) applyRules(state, command);
  else if (command.kind === 'cancel') applyCancel(state, command, command.at);
  else if (command.kind === 'place' && isPackable(command)) {
    applyPlace(state, direct.packed.pack(command), command.at);
  } else applyRules(state, command);
  return readEvents(state.book.tape);
}

/** What `applyCommand` does to place a packed order, for markets with the fast book; the events are on the tape. */
export function applyPlace(state: MarketState, order: PackedOrder, at: number): void {
  assert(!hasPendingWork(state), 'earlier work is unfinished');
  const before = effectiveStatus(state);
  const direct = present(state.direct, 'fast book');
  state.at = at;
  if (before === 'open' && !isWaiting(state, order) && !isFull(state)) {
    const outcome = direct.placeInStep(state, order);
    if (outcome === undefined) return;
    const step = new Step(state, 'begun');
    resumePlacing(state, direct, step, order, outcome);
    resume(state, step);
    finishStep(state, step, before);
    return;
  }
  const step = new Step(state);
  placePacked(state, direct, step, order);
  resume(state, step);
  finishStep(state, step, before);
}

/** What `applyCommand` does to cancel, for markets with the fast book; the events are on the tape. */
export function applyCancel(state: MarketState, command: MarketInputOf<'cancel'>, at: number): void {
  assert(!hasPendingWork(state), 'earlier work is unfinished');
  const before = effectiveStatus(state);
  state.at = at;
  if (present(state.direct, 'fast book').cancelInStep(state, command)) return;
  const step = new Step(state);
  cancel(state, step, command);
  finishStep(state, step, before);
}

/** The last command has work left. */
export const hasPendingWork = ({ sweep, crossed, bulk }: MarketState): boolean =>
  sweep !== undefined || crossed.length > 0 || bulk !== undefined;

/** Goes on with what the last command left: a step of its own, with its own sequence number. */
export function continueWork(state: MarketState): readonly MarketEvent[] {
  assert(hasPendingWork(state), 'no work is pending');
  inStep(state, (step) => resume(state, step));
  return readEvents(state.book.tape);
}

/** Applies a command by the rules on objects. */
function applyRules(state: MarketState, command: MarketCommand): void {
  assert(!hasPendingWork(state), 'earlier work is unfinished');
  inStep(state, (step) => {
    const before = effectiveStatus(state);
    state.at = command.at;
    begin(state, step, command);
    if (before !== 'open' && effectiveStatus(state) === 'open') beginTrading(state);
    resume(state, step);
  });
}

function begin(state: MarketState, step: Step, command: MarketCommand): void {
  switch (command.kind) {
    case 'place':
      return place(state, step, command);
    case 'edit':
      return edit(state, step, command);
    case 'cancel':
      return cancel(state, step, command);
    case 'time':
      state.now = Math.max(state.now, command.now);
      state.bulk = { kind: 'expire' };
      return;
    case 'status':
      return changeStatus(state, command);
    case 'peg_rate':
      return notePegRate(state, command);
    case 'rules':
      return changeRules(state, command);
    case 'restarting':
      state.restarting = command.restarting;
      return;
    default:
      unreachable(command);
  }
}

/** First the order that is being matched, then the stops that it crossed, then what the command has left to do. */
function resume(state: MarketState, step: Step): void {
  for (;;) {
    if (!resumeSweep(state, step)) return;
    if (state.crossed.length > 0) {
      if (!triggerNext(state, step)) return;
    } else if (state.bulk === undefined || !resumeBulk(state, step, state.bulk)) return;
  }
}

function resumeBulk(state: MarketState, step: Step, bulk: BulkWork): boolean {
  switch (bulk.kind) {
    case 'expire':
      return expire(state, step);
    case 'delist':
      return delist(state, step);
    case 'repeg':
      return repegNext(state, step, bulk);
    default:
      return unreachable(bulk);
  }
}

function inStep(state: MarketState, work: (step: Step) => void): void {
  const before = effectiveStatus(state);
  const step = new Step(state);
  work(step);
  finishStep(state, step, before);
}

function finishStep(state: MarketState, step: Step, before: MarketStatus): void {
  step.finish();
  const status = effectiveStatus(state);
  if (status !== before) step.tell({ kind: 'status', status });
  state.workDone = state.workPerStep - step.work;
  state.sequence += 1;
  state.book.tape.digestStep(state.sequence);
}

/** What happened to rates while the market was not open takes effect. */
function beginTrading(state: MarketState): void {
  if (state.lastRate !== undefined) noteCrossedStops(state, state.lastRate);
  repegAll(state);
}

function changeStatus(state: MarketState, { status }: ControlInputOf<'status'>): void {
  state.status = status;
  if (status !== 'cancel_only') state.defect = undefined;
  if (status === 'delisted') state.bulk = { kind: 'delist' };
}

function changeRules(state: MarketState, { rules }: ControlInputOf<'rules'>): void {
  const before = identityOf(state.rules);
  const after = identityOf(rules);
  if (before === after) state.rules = rules;
  else state.defect = `market ${state.rules.market} can't become ${after}`;
}

/** What never changes of a market, as text. */
const identityOf = (rules: MarketRules): string =>
  JSON.stringify({ ...decimalsOf(rules), market: rules.market, index: rules.index });
