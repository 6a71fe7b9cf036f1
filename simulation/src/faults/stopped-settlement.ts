import { address } from '@exchange/core/kernel';
import { check } from '../audit/finding';
import type { MarketAudit } from '../audit/market-audit';
import { pauseSettlement, setSettler } from '../chain/sim-contract';
import { TOLD_WAITING_PERIOD } from '../chain/sim-chain';
import type { SimulatedWorld } from '../world';

/** What a run lends to a fault that lasts. */
interface RunParts {
  readonly world: SimulatedWorld;
  readonly markets: readonly { readonly id: string; readonly audit: MarketAudit }[];
  /** Somebody does something. */
  readonly command: () => void;
  readonly step: () => Promise<void>;
}

/** Steps in which the chain is read, the ledger decides and the engine hears of it, whatever order services take. */
const HEARD_STEPS = 60;
const SOON_STEPS = 80;
/** Longer than it takes until everybody knows, and too short for a trade to be late. */
const PAUSE_SECONDS = 60;
const LONG_STEP_MS = 10_000;
const LATE_MS = (TOLD_WAITING_PERIOD / 8) * 1_000;
const HOLDER = address(`0x${'5e'.repeat(20)}`);

/** SETTLER is revoked, and granted again: nothing is traded between, once it can be known. */
export async function revokeSettler(run: RunParts, steps: number): Promise<void> {
  const { chain } = run.world;
  chain.submit(setSettler(HOLDER, true));
  await busy(run, HEARD_STEPS, () => chain.state.isSettlerRevoked);
  await busy(run, HEARD_STEPS);
  const before = tradesOf(run);
  await busy(run, steps);
  const after = tradesOf(run);
  check(after.all === before.all, () => `${after.all - before.all} trades after SETTLER was revoked`);
  grantSettler(run);
}

/** Settlement is paused, which ends by itself: nothing is traded between, once it can be known. */
export async function pauseForAWhile(run: RunParts, steps: number): Promise<void> {
  const { chain, clock } = run.world;
  const isPaused = () => chain.state.pausedUntil * 1000 > clock.now();
  chain.submit(pauseSettlement(PAUSE_SECONDS));
  await busy(run, HEARD_STEPS, isPaused);
  await busy(run, HEARD_STEPS);
  const before = tradesOf(run);
  await busy(run, steps, () => !isPaused());
  const after = tradesOf(run);
  check(after.all === before.all, () => `${after.all - before.all} trades while settlement was paused`);
}

/** Again and again at the end, since a reorganisation may drop it. */
export function grantSettler({ world }: Pick<RunParts, 'world'>): void {
  world.chain.submit(setSettler(HOLDER, false));
}

/** Settlement-service is dead until trades are late: their markets trade no more, once that can be known. */
export async function silenceSettlement(run: RunParts, steps: number): Promise<void> {
  const { world } = run;
  const settlement = world.service('settlement-service');
  await settlement.crash('between turns', async () => undefined);
  await busy(run, SOON_STEPS, () => unsettled(run, 0).size > 0);
  for (let past = 0; past <= LATE_MS; past += LONG_STEP_MS) {
    await world.clock.advance(LONG_STEP_MS);
    await busy(run, 1);
  }
  await busy(run, HEARD_STEPS);
  const late = unsettled(run, LATE_MS + HEARD_STEPS * 200);
  const before = tradesOf(run);
  await busy(run, steps);
  const after = tradesOf(run);
  for (const market of late) {
    const more = (after.byMarket.get(market) ?? 0) - (before.byMarket.get(market) ?? 0);
    check(more === 0, () => `${more} trades in ${market}, where a trade is late`);
  }
}

/** Markets with a trade that is so old, in ms, and isn't final. */
function unsettled({ world }: RunParts, age: number): ReadonlySet<string> {
  const entries = [...world.service('account-service').store.table('entry').values()];
  const old = entries.filter(
    ({ open, type, createdAt }) =>
      open === true && type === 'trade' && world.clock.now() - Number(createdAt) > age,
  );
  return new Set(old.map(({ market }) => String(market)));
}

function tradesOf({ markets }: RunParts) {
  const byMarket = new Map(markets.map(({ id, audit }) => [id, audit.trades.length]));
  return { byMarket, all: [...byMarket.values()].reduce((sum, count) => sum + count, 0) };
}

/** People go on, until it holds or the steps are over. */
async function busy({ command, step }: RunParts, steps: number, holds = () => false): Promise<void> {
  for (let count = 0; count < steps && !holds(); count += 1) {
    command();
    await step();
  }
}
