import { assert, present, unreachable } from '@exchange/core/kernel';
import { cancel } from './cancel';
import type { MarketCommand, RulesCommand } from './command';
import { digestEvents } from './event-digest';
import { expire } from './expire';
import type { MarketEvent } from './market-event';
import { effectiveStatus, type MarketState } from './market-state';
import { place, sweep } from './place';
import { Step } from './step';

/**
 * Applies one command and returns what happened, in order; `state` changes in place. The same commands give the same
 * events on any machine. At most `workPerStep` units of work are done: while `hasPendingWork(state)`, call
 * `continueWork` before the next command.
 */
export function applyCommand(state: MarketState, command: MarketCommand): readonly MarketEvent[] {
  assert(state.pending === undefined, 'earlier work is unfinished');
  return inStep(state, (step) => {
    switch (command.kind) {
      case 'place':
        return place(state, step, command, command.at);
      case 'cancel':
        return cancel(state, step, command);
      case 'time':
        state.now = Math.max(state.now, command.now);
        return expire(state, step);
      case 'status':
        state.status = command.status;
        if (command.status !== 'cancel_only') state.defect = undefined;
        return;
      case 'rules':
        return changeRules(state, command);
      case 'restarting':
        state.restarting = command.restarting;
        return;
      default:
        unreachable(command);
    }
  });
}

/** The last command has work left. */
export const hasPendingWork = (state: MarketState): boolean => state.pending !== undefined;

/** Goes on with what the last command left: a step of its own, with its own sequence number. */
export function continueWork(state: MarketState): readonly MarketEvent[] {
  const pending = present(state.pending, 'pending work');
  state.pending = undefined;
  return inStep(state, (step) => {
    switch (pending.kind) {
      case 'sweep':
        return sweep(state, step, pending.taker, pending.at);
      case 'expire':
        return expire(state, step);
      default:
        unreachable(pending);
    }
  });
}

function inStep(state: MarketState, work: (step: Step) => void): readonly MarketEvent[] {
  const before = effectiveStatus(state);
  const step = new Step(state.book, state.workPerStep);
  work(step);
  const status = effectiveStatus(state);
  const events = status === before ? step.finish() : [...step.finish(), { kind: 'status', status } as const];
  state.sequence += 1;
  state.digest = digestEvents(state.digest, state.sequence, events);
  return events;
}

function changeRules(state: MarketState, { rules }: RulesCommand): void {
  const { market, index, decimals } = state.rules;
  if (
    rules.market !== market ||
    rules.index !== index ||
    rules.decimals.traded !== decimals.traded ||
    rules.decimals.quote !== decimals.quote
  ) {
    state.defect = `market ${market} can't become ${JSON.stringify({ ...rules.decimals, market: rules.market, index: rules.index })}`;
    return;
  }
  state.rules = rules;
}
