import type { RecordedInput } from '@exchange/core/message';
import type { MarketCommand } from './command';
import type { MarketState } from './market-state';
import { dueOrders } from '../order/expire';
import { inputsMoveTime } from './rules-version';

/** How far ahead of the engine's clock an input's may be, in ms. */
const AHEAD_MS = 2_000;

/**
 * An input as it counts in a turn: one whose time is more than 2 s ahead of the turn's is of the turn's time, so that one
 * fast clock ends nobody's orders. By rules under which inputs don't move time, each counts as it came.
 * @param turnAt Unix ms of the turn, as its report has it
 * @param rulesVersion of the rules by which it will be matched
 */
export function countedInput(recorded: RecordedInput, turnAt: number, rulesVersion: number): RecordedInput {
  if (!inputsMoveTime({ rulesVersion })) return recorded;
  const { input } = recorded;
  const counted = (at: number) => (at > turnAt + AHEAD_MS ? turnAt : at);
  const at = counted(recorded.at);
  if (input.kind !== 'time') return at === recorded.at ? recorded : { at, input };
  return { at, input: { ...input, now: Math.floor(counted(input.now * 1000) / 1000) } };
}

/**
 * Moves the market's time to a command's. True when orders have ended by then: they leave before the command is applied,
 * and it waits meanwhile.
 */
export function passTime(state: MarketState, command: MarketCommand): boolean {
  // A quiet market does no more than this.
  if (command.at < 1000 * (state.now + 1) || !inputsMoveTime(state)) return false;
  state.now = Math.floor(command.at / 1000);
  // Time commands do that themselves.
  if (command.kind === 'time' || dueOrders(state, 1).length === 0) return false;
  state.deferred = command;
  state.bulk = { kind: 'expire' };
  return true;
}
