import { operatorCommands } from '@exchange/contract/bus';
import { marketId, present } from '@exchange/core/kernel';
import { check } from '../audit/finding';
import type { MarketAudit } from '../audit/market-audit';
import type { SimServiceName } from '../services/build-services';
import type { SimulatedWorld } from '../world';
import type { FaultOf } from './fault-plan';

/** What a run does for the fault. */
interface RunParts {
  readonly world: SimulatedWorld;
  readonly markets: readonly { readonly id: string; readonly audit: MarketAudit }[];
  /** People do things for so many steps. */
  readonly act: (steps: number) => Promise<void>;
  /** Until the service commits. */
  readonly runUntilTurn: (name: SimServiceName) => Promise<void>;
  readonly restart: (name: SimServiceName) => Promise<void>;
}

/** Fewer open orders would show little. */
const ORDERS_MIN = 4;
const STEPS_MAX = 200;

/**
 * An operator has all orders of a market canceled while people go on trading in it: each that was open ends, whether or not the
 * engine dies in the commit of that. The audit then follows what the ledger makes of it.
 */
export async function cancelMarket(
  run: RunParts,
  { market, death }: FaultOf<'cancel market'>,
): Promise<void> {
  const { world, act, runUntilTurn, restart } = run;
  const { audit } = present(
    run.markets.find(({ id }) => id === market),
    market,
  );
  const open = () => [...audit.book.resting.keys(), ...audit.waiting.keys()];
  await actUntil(act, () => open().length >= ORDERS_MIN);
  const before = open();
  check(before.length >= ORDERS_MIN, () => `nobody places orders in ${market}`);
  askToCancel(world, market);
  if (death !== undefined) {
    await world.service('matching-engine').crash(death, () => runUntilTurn('matching-engine'));
    await restart('matching-engine');
  }
  const left = () => open().filter((id) => before.includes(id));
  await actUntil(act, () => left().length === 0);
  check(left().length === 0, () => `orders ${left().join(', ')} outlive the cancel of all in ${market}`);
}

async function actUntil(act: RunParts['act'], isDone: () => boolean): Promise<void> {
  for (let steps = 0; steps < STEPS_MAX && !isDone(); steps += 1) await act(1);
}

/** What comes of it shows in the reports. */
function askToCancel({ operator }: SimulatedWorld, market: string): void {
  void operator.order(operatorCommands.cancelMarketOrders, { market: marketId(market) });
}
