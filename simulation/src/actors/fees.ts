import { operatorCommands } from '@exchange/contract/bus';
import type { SimulatedWorld } from '../world';
import type { AskedFees } from './asked-fees';

/** An operator announces other fees, which start in a few seconds; it may be too late for what is announced already. */
export async function announceFees({ operator, clock, random, feesAsked }: SimulatedWorld): Promise<void> {
  const makerPpm = random.integer(-300, 300);
  const takerPpm = random.integer(Math.max(-makerPpm, 100), 3_000);
  const startsAt = clock.now() + random.integer(1_000, 8_000);
  const asked: AskedFees = { rows: [{ volume: 0n, makerPpm, takerPpm }], startsAt };
  feesAsked.push(asked);
  // Whether it is taken shows in what is on record.
  await operator.order(operatorCommands.announceFees, asked);
}
