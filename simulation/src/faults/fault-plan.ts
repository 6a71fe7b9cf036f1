import type { SeededRandom } from '@exchange/test/kit';
import { type AccountLayout, GROUPS } from '../services/account-processes';
import type { SimServiceName } from '../services/build-services';
import { type Breakage, BREAKAGES } from './broken-trades';
import type { Death } from '../services/service-process';

/** What happens to the processes of account-service while one of them gives a group to the other. */
export const MOVE_TROUBLES = [
  'none',
  'giver dies',
  'taker dies',
  'both die',
  'giver freezes',
  'taker freezes',
  'giver ends',
] as const;
export type MoveTrouble = (typeof MOVE_TROUBLES)[number];

/** What goes wrong in a run. */
export type Fault =
  | { readonly kind: 'kill'; readonly service: SimServiceName; readonly death: Death }
  | { readonly kind: 'wipe broker' }
  /** Everybody loses the connection; what was stored is kept or gone when the broker is back. */
  | { readonly kind: 'restart broker'; readonly steps: number; readonly wiped: boolean }
  | { readonly kind: 'lose messages'; readonly steps: number }
  | { readonly kind: 'duplicate messages'; readonly steps: number }
  /** Notices, requests and replies come late and so in another order; some requests come again much later. */
  | { readonly kind: 'delay messages'; readonly steps: number }
  /**
   * A process freezes, a successor takes its place, and after so many steps the first goes on as if nothing had been: it
   * must not write anything, or say what isn't so.
   */
  | {
      readonly kind: 'two leaders';
      readonly service: SimServiceName;
      readonly where: Death;
      readonly steps: number;
    }
  /** A group of accounts goes to the other process, and after `after` steps there is trouble, for so many steps. */
  | {
      readonly kind: 'move group';
      readonly group: string;
      readonly trouble: MoveTrouble;
      readonly after: number;
      readonly where: Death;
      readonly steps: number;
      /** Messages take other ways meanwhile. */
      readonly late: boolean;
    }
  /** The time of day of a service's machine, or of all, is wrong by so much for so many steps. */
  | {
      readonly kind: 'step clock';
      readonly service: SimServiceName | 'all';
      readonly aheadMs: number;
      readonly steps: number;
      /** Then a process is killed, and another goes on by a clock that is right. */
      readonly dies: boolean;
    }
  | { readonly kind: 'refuse to store'; readonly steps: number }
  /** An operator has all orders of a market canceled; the engine dies meanwhile, if that is said. Not drawn by chance. */
  | { readonly kind: 'cancel market'; readonly market: string; readonly death: Death | undefined }
  | { readonly kind: 'reorganise'; readonly blocks: number }
  /** SETTLER is revoked for so many steps. */
  | { readonly kind: 'revoke settler'; readonly steps: number }
  /** Settlement is paused by the guardian; for so many steps nothing may be traded. It ends by itself. */
  | { readonly kind: 'pause settlement'; readonly steps: number }
  /** Settlement-service is dead until trades are late, and for so many steps more. */
  | { readonly kind: 'silent settlement'; readonly steps: number }
  /** The settler can't pay for so many looks, some seconds apart, and nodes drop what they had of it. */
  | { readonly kind: 'empty settler'; readonly looks: number }
  /** A thief has the settler's key and its place on the bus. */
  | { readonly kind: 'stolen settler' }
  /** Settlement lags, and in the meantime so many trades become impossible to settle, or not under their ids. */
  | { readonly kind: 'broken trades'; readonly breakage: Breakage; readonly trades: number };

export type FaultOf<K extends Fault['kind']> = Extract<Fault, { readonly kind: K }>;

const SERVICES: readonly SimServiceName[] = [
  'account-service',
  'matching-engine',
  'market-data',
  'chain-watcher',
  'settlement-service',
  'attester',
];
/** As much as services must survive. */
const SKEW_MS_MAX = 60_000;
const DEATHS: readonly Death[] = ['between turns', 'before commit', 'after commit'];

/** How many faults are moves where there are groups, and how many of the rest concern the second process. */
const MOVES = 0.35;
const SECOND = 0.5;

/** Draws the next fault; `confirmations` bounds reorganisations, which final blocks survive. */
export function drawFault(random: SeededRandom, confirmations: number, layout: AccountLayout): Fault {
  if (layout === 'one process') return drawOne(random, confirmations);
  if (random.chance(MOVES)) return drawMove(random);
  const fault = drawOne(random, confirmations);
  const isAccounts = 'service' in fault && fault.service === 'account-service';
  return isAccounts && random.chance(SECOND) ? { ...fault, service: 'account-service-2' } : fault;
}

/** Up to more steps than a lease lasts, and the other's patience after it. */
const drawMove = (random: SeededRandom): Fault => ({
  kind: 'move group',
  group: random.pick(GROUPS).name,
  trouble: random.pick(MOVE_TROUBLES),
  after: random.integer(0, 3),
  where: random.pick(DEATHS),
  steps: random.integer(1, 30),
  late: random.chance(0.3),
});

function drawOne(random: SeededRandom, confirmations: number): Fault {
  const steps = random.integer(5, 40);
  switch (random.integer(0, 19)) {
    case 0:
      return { kind: 'wipe broker' };
    case 1:
      return { kind: 'lose messages', steps };
    case 2:
      return { kind: 'duplicate messages', steps };
    case 3:
      return { kind: 'refuse to store', steps };
    case 4:
    case 5:
      return { kind: 'reorganise', blocks: random.integer(1, confirmations - 1) };
    case 6:
      return { kind: 'restart broker', steps, wiped: random.chance(0.7) };
    case 7:
      return { kind: 'empty settler', looks: random.integer(4, 24) };
    case 8:
      return { kind: 'revoke settler', steps };
    case 9:
      return { kind: 'silent settlement', steps };
    case 10:
      return { kind: 'broken trades', breakage: random.pick(BREAKAGES), trades: random.integer(1, 3) };
    case 11:
      return { kind: 'delay messages', steps };
    case 12:
    case 13:
      return { kind: 'two leaders', service: random.pick(SERVICES), where: random.pick(DEATHS), steps };
    case 14: {
      const aheadMs = random.integer(-SKEW_MS_MAX, SKEW_MS_MAX);
      const service = random.pick([...SERVICES, 'all'] as const);
      return { kind: 'step clock', service, aheadMs, steps, dies: random.chance(0.5) };
    }
    case 15:
      return { kind: 'pause settlement', steps };
    case 16:
      return { kind: 'stolen settler' };
    default:
      return { kind: 'kill', service: random.pick(SERVICES), death: random.pick(DEATHS) };
  }
}
