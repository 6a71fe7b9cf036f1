import { type ChaosFault, move, SERVERS } from './kinds';
import type { FaultWorld } from './world';

/** A fixed list of faults at an exchange of a fixed scale, instead of what a seed picks. */
export interface ChaosPlan {
  readonly scale: string;
  readonly rate: number;
  readonly everySeconds: number;
  readonly accounts: number;
  /** Whether the exchange is checked against its interface before anything else. */
  readonly conforms: boolean;
  /** One after the other, each once. */
  faults(world: FaultWorld): readonly ChaosFault[];
}

const killOf = (app: string): ChaosFault => ({
  kind: `kill ${app}`,
  run: async (world) => {
    const victim = world.process(app);
    if (victim === undefined) throw new Error(`${app} doesn't run now`);
    world.signal(victim, 'SIGKILL');
    return victim.name;
  },
});

const wide: ChaosPlan = {
  scale: 'ws-gateway=3,account-service=2,matching-engine=2',
  ...{ rate: 300, everySeconds: 10, accounts: 20, conforms: true },
  faults({ exchange }) {
    const apps = [...new Set(exchange.endpoints.processes.map(({ app }) => app))];
    const moves = ['move a group', 'move it back'].map((kind) => ({ kind, run: move }));
    return [...moves, ...[...apps, ...SERVERS].map(killOf)];
  },
};

/** By their names. */
export const PLANS: Readonly<Record<string, ChaosPlan>> = { wide };
