import { describe, expect, it } from '@jest/globals';
import { marketId, ZERO_AMOUNT } from '@exchange/core/kernel';
import {
  applyCommand,
  continueWork,
  createMarket,
  hasPendingWork,
  type MarketCommand,
} from '@exchange/core/matching';
import type { MarketEvent } from '@exchange/core/message';
import { seededRandom } from '@exchange/test/kit';
import { MarketStage, type StageAnswer } from './market-stage';
import { OrderStream } from './order-stream';
import type { Viewer } from './viewer';

const START = 1_700_000_000_000;
const FIRST_HIDDEN = 100_000;
const COMMANDS = 60;
const BOOKS = ['book20', 'book100', 'book'].flatMap((book) =>
  [1, 2, 3, 4, 5].map((digits) => `${book}d${digits}`),
);
const BARS = ['1m', '5m', '15m', '30m', '1h', '3h', '6h', '12h', '1d', '1w'].map((name) => `bars_${name}`);
const PATHS = [
  ...['orderbook', 'orderbook?limit=100', 'trades?limit=50', 'trades?from=1', 'ticker'],
  ...['1m', '1w'].map((precision) => `bars?precision=${precision}&from=0&to=9000000000`),
];

/** A visible command, and the hidden orders' commands that come before it. */
interface Beat {
  readonly waitMs: number;
  readonly hidden: readonly MarketCommand[];
  readonly visible: MarketCommand;
}

function beatsOf(seed: number): { opening: MarketCommand[]; beats: Beat[] } {
  const random = seededRandom(`hidden orders ${seed}`);
  const never = () => false;
  const visible = new OrderStream(random.fork('visible'), {
    ...{ firstId: 1, firstAccount: 1, hidden: never, postOnly: false },
  });
  const hidden = new OrderStream(random.fork('hidden'), {
    ...{ firstId: FIRST_HIDDEN, firstAccount: 100, hidden: () => true, postOnly: true },
  });
  let at = START;
  const beats = Array.from({ length: COMMANDS }, () => {
    const waitMs = random.integer(0, 3_000);
    at += waitMs;
    const commands = Array.from({ length: random.integer(0, 3) }, () => hidden.next(at));
    // Time and what currencies are worth are the market's, not the hidden orders'.
    const own = commands.filter(({ kind }) => kind !== 'time' && kind !== 'peg_rate');
    return { waitMs, hidden: own, visible: visible.next(at) };
  });
  return { opening: visible.opening(START, 30), beats };
}

const idOf = (command: MarketCommand): number | undefined =>
  'orderId' in command ? command.orderId : undefined;

/** Leaves out the hidden orders that would trade, again and again until none does. */
function untraded(opening: readonly MarketCommand[], beats: readonly Beat[]): readonly Beat[] {
  const traded = tradedHidden([...opening, ...beats.flatMap(({ hidden, visible }) => [...hidden, visible])]);
  if (traded.size === 0) return beats;
  const stays = (command: MarketCommand) => !traded.has(idOf(command) ?? 0);
  return untraded(
    opening,
    beats.map((beat) => ({ ...beat, hidden: beat.hidden.filter(stays) })),
  );
}

function tradedHidden(commands: readonly MarketCommand[]): Set<number> {
  const state = createMarket({
    ...{ market: marketId('ETHDAI'), index: 1, tradedDecimals: 18, quoteDecimals: 18 },
    ...{ minOrderRemaining: ZERO_AMOUNT, minOrderRemainingQuote: ZERO_AMOUNT },
  });
  const traded = new Set<number>();
  for (const command of [{ kind: 'status', status: 'open', at: START } as const, ...commands]) {
    const events = [...applyCommand(state, command)];
    while (hasPendingWork(state)) events.push(...continueWork(state));
    for (const event of events) {
      if (event.kind !== 'trade') continue;
      for (const { orderId: id } of [event.maker, event.taker]) if (id >= FIRST_HIDDEN) traded.add(id);
    }
  }
  return traded;
}

/** All that the public got: frames of each viewer, and answers of REST. */
interface Seen {
  readonly frames: readonly string[][];
  readonly answers: readonly StageAnswer[];
}

interface Run {
  /** After the opening and after each visible command. */
  readonly seen: readonly Seen[];
  /** Frames and changed answers between them, when only hidden orders did something. */
  readonly between: readonly unknown[];
  /** What became of hidden orders. */
  readonly fates: ReadonlySet<string>;
}

async function perform(opening: readonly MarketCommand[], beats: readonly Beat[]): Promise<Run> {
  const stage = await MarketStage.open();
  const viewers: Viewer[] = BOOKS.map((book) => stage.viewer(book, 'trades', 'ticker', ...BARS));
  const look = async (): Promise<Seen> => ({
    frames: viewers.map((viewer) => viewer.takeFrames()),
    answers: await Promise.all(PATHS.map((path) => stage.ask(path))),
  });
  const fates = new Set<string>();
  const ended = (event: MarketEvent) => {
    if (event.kind === 'done' && event.orderId >= FIRST_HIDDEN) fates.add(event.reason);
  };
  try {
    await stage.command(...opening);
    let last = await look();
    const seen = [last];
    const between: unknown[] = [];
    for (const { waitMs, hidden, visible } of beats) {
      await stage.pass(waitMs);
      // Whatever input comes first at a moment lets those orders go that ended before it.
      const time = { kind: 'time', at: visible.at, now: Math.floor(visible.at / 1000) } as const;
      for (const event of await stage.command(time)) ended(event);
      last = await look();
      seen.push(last);
      for (const command of hidden) {
        for (const event of await stage.command(command)) {
          if ('orderId' in event) fates.add(event.kind === 'done' ? event.reason : event.kind);
        }
        const { frames, answers } = await look();
        between.push(
          ...frames.flat(),
          ...answers.filter(({ body }, index) => body !== last.answers[index]?.body),
        );
      }
      for (const event of await stage.command(visible)) ended(event);
      last = await look();
      seen.push(last);
    }
    return { seen, between, fates };
  } finally {
    await stage.close();
  }
}

describe('hidden orders that have not traded', () => {
  it('change no byte of any public packet or answer', async () => {
    const fates = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const { opening, beats } = beatsOf(seed);
      const all = untraded(opening, beats);
      const none = all.map((beat) => ({ ...beat, hidden: [] }));
      const without = await perform(opening, none);
      const withThem = await perform(opening, all);
      expect(withThem.between).toEqual([]);
      expect(JSON.stringify(withThem.seen)).toBe(JSON.stringify(without.seen));
      expect(without.seen.flatMap(({ frames }) => frames.flat()).join()).toContain('"t"');
      for (const fate of withThem.fates) fates.add(fate);
    }
    // They came, changed and went in every way.
    for (const fate of ['rested', 'edited', 'waiting', 'owner', 'expired'])
      expect([...fates]).toContain(fate);
  });

  it('would be seen at once if they were visible', async () => {
    const { opening, beats } = beatsOf(1);
    const visible = untraded(opening, beats).map((beat) => ({
      ...beat,
      hidden: beat.hidden.map((command) =>
        command.kind === 'place' ? { ...command, hidden: false } : command,
      ),
    }));
    const { between } = await perform(opening, visible.slice(0, 20));
    expect(between).not.toEqual([]);
  });
});
