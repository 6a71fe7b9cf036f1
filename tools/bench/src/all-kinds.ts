import { Draw } from './draw';
import { type Flow, type FlowStep, LEVELS, MIDDLE, type StepKind } from './flow';

/** How many of a thousand steps are of each kind. */
const SHARES: readonly (readonly [StepKind, number])[] = [
  ['limit', 450],
  ['cancel', 220],
  ['cross', 70],
  ['hidden', 60],
  ['post_only', 30],
  ['fill_or_kill', 30],
  ['stop', 50],
  ['pegged', 40],
  ['edit', 40],
  ['time', 9],
  ['peg_rate', 1],
];
/** How far behind the newest order those that are canceled or edited are. */
const RECENT = 5_000;

const KNOWN_TO_PEER: readonly StepKind[] = ['limit', 'cancel', 'cross', 'post_only', 'fill_or_kill'];

/** All kinds of orders and commands; pegs have a rate from the first step. The same seed gives the same flow. */
export function makeAllKinds(seed: number, count: number): Flow {
  const draw = new Draw(seed);
  const first: FlowStep = { kind: 'peg_rate', id: 0, side: 'buy', price: 0, size: 0 };
  const steps = Array.from({ length: count }, (_, index) => stepOf(draw, index + 1));
  return { opening: [first], steps };
}

/** Of a flow, what the peer can do as well. */
export const sharedPart = ({ opening, steps }: Flow): Flow => ({
  opening: opening.filter(({ kind }) => KNOWN_TO_PEER.includes(kind)),
  steps: steps.filter(({ kind }) => KNOWN_TO_PEER.includes(kind)),
});

function stepOf(draw: Draw, number: number): FlowStep {
  const kind = kindAt(draw.below(1_000));
  const side = draw.below(2) === 0 ? 'buy' : 'sell';
  const size = 1 + draw.below(100);
  const isOfAnother = kind === 'cancel' || kind === 'edit';
  const id = isOfAnother ? Math.max(1, number - 1 - draw.below(RECENT)) : number;
  const away = awayOf(kind, draw);
  return { kind, id, side, price: side === 'buy' ? MIDDLE - away : MIDDLE + away, size };
}

/** How far the price is from the middle, on the order's own side; below 0 it takes. */
function awayOf(kind: StepKind, draw: Draw): number {
  if (kind === 'cross') return -LEVELS;
  if (kind === 'post_only' || kind === 'fill_or_kill') return draw.below(20) - 10;
  return 1 + draw.below(LEVELS);
}

function kindAt(dice: number): StepKind {
  let left = dice;
  for (const [kind, share] of SHARES) {
    if (left < share) return kind;
    left -= share;
  }
  return 'limit';
}
