import { marketReport } from '@exchange/contract/bus';
import type { MarketEvent, MarketStep, RecordedInput } from '@exchange/core/message';
import { marketId } from '@exchange/core/kernel';
import { FIRST_RULES_VERSION, tradesToldWhole } from '@exchange/core/matching';
import { type LogOutput, logOutput } from '@exchange/platform';
import type { ProcessorStep } from '../markets/market-processor';

/** The most bytes of one part of a report. */
export const PART_BYTES_MAX = 256 * 1024;

/** What the largest event of a kind takes as JSON, with a comma; tests hold it against the largest amounts and ids. */
export const EVENT_BYTES: Readonly<Record<MarketEvent['kind'], number>> = {
  waiting: 150,
  triggered: 130,
  edited: 780,
  edit_refused: 160,
  trade: 1_100,
  rested: 330,
  done: 170,
  not_open: 130,
  level: 130,
  status: 60,
};

/** A step without events: braces, names, account, the numbers of an origin; the gateway's name comes on top. */
export const STEP_BYTES = 260;
/** A part without steps; the market's id comes on top. */
export const PART_BYTES = 120;

/**
 * The report of one turn of a market in parts of at most 256 KiB. A step whose events don't fit goes on in the next
 * part under the same account and origin, never between a trade and what became of its orders: what isn't told as
 * ended yet can be edited. Reports by the first rules were cut anywhere, and are made again as they were. Steps in which
 * nothing happened are left out.
 * @param at Unix ms of the turn
 * @param rulesVersion of the rules after it; what has none is of the first
 */
export function reportParts(
  market: string,
  at: number,
  steps: readonly ProcessorStep[],
  rulesVersion: number,
): LogOutput[] {
  const room = PART_BYTES_MAX - PART_BYTES - 4 * market.length;
  const parts: MarketStep[][] = [];
  let part: MarketStep[] = [];
  let left = room;
  const turnOver = () => {
    if (part.length > 0) parts.push(part);
    part = [];
    left = room;
  };
  for (const { cause, events } of steps) {
    const asker = askerOf(cause);
    const stepBytes = STEP_BYTES + 4 * (asker.origin?.gateway.length ?? 0);
    let open: MarketEvent[] | undefined;
    for (let next = 0; next < events.length;) {
      const end = tradesToldWhole({ rulesVersion }) ? togetherUntil(events, next) : next + 1;
      const told = events.slice(next, end);
      const bytes = told.reduce((sum, { kind }) => sum + EVENT_BYTES[kind], 0);
      if (left < bytes + (open ? 0 : stepBytes)) {
        turnOver();
        open = undefined;
      }
      if (!open) {
        open = [];
        part.push({ ...asker, events: open });
        left -= stepBytes;
      }
      open.push(...told);
      left -= bytes;
      next += told.length;
    }
  }
  turnOver();
  const version = rulesVersion === FIRST_RULES_VERSION ? {} : { rulesVersion };
  return parts.map((content) =>
    logOutput(marketReport, [market], { at, market: marketId(market), steps: content, ...version }),
  );
}

/** The end of what is told together from this event on: a trade, and all of its orders before the next trade. */
function togetherUntil(events: readonly MarketEvent[], first: number): number {
  const trade = events[first];
  let end = first + 1;
  if (trade?.kind !== 'trade') return end;
  const orders = [trade.maker.orderId, trade.taker.orderId];
  for (let index = end; index < events.length; index += 1) {
    const event = events[index];
    if (event === undefined || event.kind === 'trade') break;
    if ('orderId' in event && orders.includes(event.orderId)) end = index + 1;
  }
  return end;
}

/** Who asked for it, so that answers find the connection. */
function askerOf({ input }: RecordedInput): Pick<MarketStep, 'account' | 'origin'> {
  if (input.kind !== 'place' && input.kind !== 'edit' && input.kind !== 'cancel') return {};
  const { account, origin } = input;
  return { account, origin };
}
