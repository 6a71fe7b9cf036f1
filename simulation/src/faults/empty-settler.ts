import type { SimulatedWorld } from '../world';
import { type Breakage, breakTrade, unsettledTrades } from './broken-trades';

/** What a run lends to it. */
interface RunParts {
  readonly world: SimulatedWorld;
  /** Somebody does something. */
  readonly command: () => void;
  readonly step: () => Promise<void>;
}

/** Between two looks at a settler that can't pay; so long that fees are looked at, too. */
const LOOK_MS = 8_000;
const SOON_STEPS = 40;
/** Trades that wait when some of them are broken. */
const BROKEN_AMONG = 8;

/** From the moment at which a transaction of the settler waits, if one comes soon. */
export async function emptySettler(run: RunParts, looks: number): Promise<void> {
  const { clock, chain } = run.world;
  await until(run, () => !chain.pool.isEmpty);
  chain.pool.runDry();
  for (let look = 0; look < looks; look += 1) {
    run.command();
    await clock.advance(LOOK_MS);
    await run.step();
  }
  chain.pool.fund();
}

/** Trades wait since the settler can't pay; some of them are broken before it can again. */
export async function breakTrades(run: RunParts, breakage: Breakage, count: number): Promise<void> {
  const { random, chain } = run.world;
  chain.pool.runDry();
  const waiting = () => unsettledTrades(run.world.service('settlement-service').store);
  await until(run, () => waiting().length >= BROKEN_AMONG);
  for (let broken = 0; broken < count && waiting().length > 0; broken += 1) {
    chain.submit(breakTrade(breakage, random, random.pick(waiting())));
  }
  chain.mine();
  chain.pool.fund();
}

async function until({ command, step }: RunParts, holds: () => boolean): Promise<void> {
  for (let wait = 0; wait < SOON_STEPS && !holds(); wait += 1) {
    command();
    await step();
  }
}
