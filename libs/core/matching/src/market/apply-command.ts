import { assert, unreachable } from '@exchange/core/kernel';
import type { ControlInputOf, MarketEvent, MarketRules, MarketStatus } from '@exchange/core/message';
import { resumeSweep } from '../execution/resume-sweep';
import { cancel } from '../order/cancel';
import { edit } from '../order/edit';
import { endAll } from '../order/end-all';
import { expire } from '../order/expire';
import { place } from '../order/place';
import { readEvents } from '../tape/read-events';
import { noteCrossedStops } from '../trigger/crossed-stops';
import { notePegRate, repegAll, repegNext } from '../trigger/repeg';
import { triggerNext } from '../trigger/trigger-stops';
import type { MarketCommand } from './command';
import type { Market } from './market';
import { type BulkWork, decimalsOf, effectiveStatus, type MarketState } from './market-state';
import { passTime } from './market-time';
import { changeRulesVersion } from './rules-version';
import { Step } from './step';

/**
 * Applies one command and returns what happened, in order; the market changes in place. The same commands give the same
 * events on any machine. At most `workPerStep` units of work are done: while `hasPendingWork(market)`, call
 * `continueWork` before the next command. Orders that have ended by the command's time leave first, in steps of their own
 * during which `market.deferred` is the command.
 * @throws DefectError while earlier work is pending
 */
export function applyCommand(market: Market, command: MarketCommand): readonly MarketEvent[] {
  assert(!hasPendingWork(market), 'earlier work is unfinished');
  return passTime(market, command) ? continueWork(market) : applyNow(market, command);
}

function applyNow(market: Market, command: MarketCommand): readonly MarketEvent[] {
  const before = effectiveStatus(market);
  market.at = command.at;
  const begun = market.matching.begin(market, command);
  if (begun !== 'done') {
    const step = begun ?? beginByRules(market, command, before);
    resume(market, step);
    finishStep(market, step, before);
  }
  return readEvents(market.book.tape);
}

/** The last command has work left. */
export const hasPendingWork = ({ sweep, crossed, bulk, deferred }: MarketState): boolean =>
  sweep !== undefined || crossed.length > 0 || bulk !== undefined || deferred !== undefined;

/** Resumes what the last command left: a step of its own, with its own sequence number. */
export function continueWork(market: Market): readonly MarketEvent[] {
  assert(hasPendingWork(market), 'no work is pending');
  const { deferred, bulk } = market;
  if (deferred !== undefined && bulk === undefined) {
    market.deferred = undefined;
    return applyNow(market, deferred);
  }
  const before = effectiveStatus(market);
  const step = new Step(market);
  resume(market, step);
  finishStep(market, step, before);
  return readEvents(market.book.tape);
}

function beginByRules(state: MarketState, command: MarketCommand, before: MarketStatus): Step {
  const step = new Step(state);
  begin(state, step, command);
  if (before !== 'open' && effectiveStatus(state) === 'open') beginTrading(state);
  return step;
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
    case 'cancel_all':
      state.bulk = { kind: 'cancel_all' };
      return;
    case 'peg_rate':
      return notePegRate(state, command);
    case 'rules':
      return changeRules(state, command);
    case 'restarting':
      state.restarting = command.restarting;
      return;
    case 'rules_version':
      return changeRulesVersion(state, command.version);
    default:
      unreachable(command);
  }
}

/** First the order that is being matched, then the stops that it crossed, then what the command has left to do. */
function resume(market: Market, step: Step): void {
  for (;;) {
    if (!resumeSweep(market, step)) return;
    if (market.crossed.length > 0) {
      if (!triggerNext(market, step)) return;
    } else if (market.bulk === undefined || !resumeBulk(market, step, market.bulk)) return;
  }
}

function resumeBulk(state: MarketState, step: Step, bulk: BulkWork): boolean {
  switch (bulk.kind) {
    case 'expire':
      return expire(state, step);
    case 'delist':
      return endAll(state, step, 'delisted');
    case 'cancel_all':
      return endAll(state, step, 'operator');
    case 'repeg':
      return repegNext(state, step, bulk);
    default:
      return unreachable(bulk);
  }
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

function changeStatus(state: MarketState, { status, endsStop }: ControlInputOf<'status'>): void {
  state.status = status;
  if (status !== 'cancel_only' && endsStop !== true) state.defect = undefined;
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
