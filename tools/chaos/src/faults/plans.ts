import { type ChaosFault, move, SERVERS } from './kinds';
import type { FaultWorld } from './world';

/** A fixed list of faults at an exchange of a fixed scale, instead of what a seed picks. */
export interface ChaosPlan {
  /** As for npm start; undefined: one process of each service. */
  readonly scale: string | undefined;
  readonly rate: number;
  readonly everySeconds: number;
  readonly accounts: number;
  /** Whether the exchange is checked against its interface before anything else. */
  readonly conforms: boolean;
  /** How many trades are made in a storm of transactions, unless the command line says otherwise; undefined: no storm. */
  readonly trades: number | undefined;
  /** One after the other. `isEnough`: whether so many trades are made. */
  faults(world: FaultWorld, isEnough: () => boolean): Iterable<ChaosFault>;
}

/** Kills a process of each app at once. */
const killOf = (...apps: readonly string[]): ChaosFault => ({
  kind: `kill ${apps.join(' and ')}`,
  run: async (world) => {
    const victims = apps.map((app) => {
      const victim = world.process(app);
      if (victim === undefined) throw new Error(`${app} doesn't run now`);
      return victim;
    });
    for (const victim of victims) world.signal(victim, 'SIGKILL');
    return victims.map(({ name }) => name).join(', ');
  },
});

const wide: ChaosPlan = {
  scale: 'ws-gateway=3,account-service=2,matching-engine=2',
  ...{ rate: 300, everySeconds: 10, accounts: 20, conforms: true, trades: undefined },
  faults({ exchange }) {
    const apps = [...new Set(exchange.endpoints.processes.map(({ app }) => app))];
    const moves = ['move a group', 'move it back'].map((kind) => ({ kind, run: move }));
    return [...moves, ...[...apps, ...SERVERS].map((app) => killOf(app))];
  },
};

const SETTLERS = ['settlement-service', 'attester'] as const;
const SETTLER_KILLS = [...SETTLERS.map((app) => killOf(app)), killOf(...SETTLERS)];

const settlement: ChaosPlan = {
  scale: undefined,
  ...{ rate: 80, everySeconds: 10, accounts: 8, conforms: false, trades: 5_000 },
  *faults(_, isEnough) {
    yield* SETTLER_KILLS;
    while (!isEnough()) for (const kill of SETTLER_KILLS) if (!isEnough()) yield kill;
  },
};

/** By their names. */
export const PLANS: Readonly<Record<string, ChaosPlan>> = { wide, settlement };
