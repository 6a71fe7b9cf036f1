import { unreachable } from '@exchange/core/kernel';
import type { Fill, MarketEvent, MarketEventOf } from '@exchange/core/message';
import { DETAIL_SHIFT } from '../../assembly/border';
import {
  doneCodes,
  EDITED_HIDDEN,
  EDITED_PEG,
  EDITED_STOP,
  kindCodes,
  refusalCodes,
  statusCodes,
  waitCodes,
} from './codes';
import type { EventTape } from './event-tape';

/** Writes an event; `readEvents` gives the same back. */
export function writeEvent(tape: EventTape, event: MarketEvent): void {
  const code = kindCodes.of(event.kind);
  switch (event.kind) {
    case 'waiting':
      writeOrder(tape, code | (waitCodes.of(event.for) << DETAIL_SHIFT), event);
      if (event.rateKey !== undefined) tape.word(event.rateKey);
      return;
    case 'triggered':
    case 'not_open':
      return writeOrder(tape, code, event);
    case 'edit_refused':
      return writeOrder(tape, code | (refusalCodes.of(event.reason) << DETAIL_SHIFT), event);
    case 'done':
      return writeOrder(tape, code | (doneCodes.of(event.reason) << DETAIL_SHIFT), event);
    case 'edited':
      return writeEdited(tape, code, event);
    case 'rested':
      return writeRested(tape, code, event);
    case 'trade':
      return writeTrade(tape, code, event);
    case 'level':
      return writeLevel(tape, code, event);
    case 'status':
      return tape.begin(code | (statusCodes.of(event.status) << DETAIL_SHIFT));
    default:
      return unreachable(event);
  }
}

function writeOrder(
  tape: EventTape,
  head: number,
  { orderId, account }: Pick<Fill, 'orderId' | 'account'>,
): void {
  tape.begin(head);
  tape.wide(orderId);
  tape.carry(account);
}

function writeEdited(tape: EventTape, code: number, event: MarketEventOf<'edited'>): void {
  const { stopRateKey, peg } = event;
  const detail =
    (event.hidden ? EDITED_HIDDEN : 0) |
    (stopRateKey === undefined ? 0 : EDITED_STOP) |
    (peg === undefined ? 0 : EDITED_PEG);
  writeOrder(tape, code | (detail << DETAIL_SHIFT), event);
  tape.word(event.rateKey);
  tape.wide(event.expiresAt);
  tape.amount(event.sellBook);
  tape.amount(event.buyBook);
  tape.amount(event.held);
  tape.carry(event.fees);
  if (stopRateKey !== undefined) tape.word(stopRateKey);
  if (peg === undefined) return;
  tape.word(peg.rateKey);
  tape.text(peg.currency);
}

function writeRested(tape: EventTape, code: number, event: MarketEventOf<'rested'>): void {
  writeOrder(tape, code | (sideCode(event.side) << DETAIL_SHIFT), event);
  tape.word(event.rateKey);
  tape.amount(event.sellBook);
  tape.amount(event.buyBook);
}

function writeTrade(tape: EventTape, code: number, event: MarketEventOf<'trade'>): void {
  const { maker, taker } = event;
  tape.begin(code | (sideCode(event.takerSide) << DETAIL_SHIFT));
  tape.wide(event.tradeId);
  tape.wide(event.time);
  tape.word(event.rateKey);
  tape.wide(maker.orderId);
  tape.wide(taker.orderId);
  tape.amount(event.traded);
  tape.amount(event.quote);
  for (const fill of [maker, taker]) {
    tape.amount(fill.sellBook);
    tape.amount(fill.buyBook);
    tape.carry(fill.account);
    tape.carry(fill.fees);
  }
}

function writeLevel(tape: EventTape, code: number, event: MarketEventOf<'level'>): void {
  tape.begin(code | (sideCode(event.side) << DETAIL_SHIFT));
  tape.word(event.rateKey);
  tape.word(event.count);
  tape.amount(event.amount);
}

const sideCode = (side: 'buy' | 'sell'): number => (side === 'sell' ? 1 : 0);
