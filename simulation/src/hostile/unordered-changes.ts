import { operatorCommands } from '@exchange/contract/bus';
import { marketId, partitionOf, present } from '@exchange/core/kernel';
import { isDeepStrictEqual } from 'node:util';
import { check } from '../audit/finding';
import type { SimulatedWorld } from '../world';

/**
 * An operator's command that no entry of the operator's log orders says what it would change, and changes nothing: neither a
 * row nor a log of account-service. At that moment the markets are open and nobody is frozen.
 */
export async function checkUnordered(world: SimulatedWorld): Promise<void> {
  const { operator, clock, traders } = world;
  const { address: account } = present(traders[0], 'trader');
  const partition = partitionOf(account);
  const market = marketId('ETHDAI');
  const rows = [{ volume: 0n, makerPpm: 1, takerPpm: 301 }];
  await world.drain();
  const before = storedBy(world);
  const asked = [
    operator.tryOut(operatorCommands.setMarketStatus, { market, status: 'post_only' }),
    operator.tryOut(operatorCommands.cancelMarketOrders, { market }),
    operator.tryOut(operatorCommands.announceFees, { rows, startsAt: clock.now() + 3_600_000 }),
    operator.tryOut(operatorCommands.setAccountLimits, { account, pointTenths: 7 }, partition),
    operator.tryOut(operatorCommands.freezeAccount, { account, cancelOrders: true }, partition),
  ];
  await world.drain();
  for (const reply of await Promise.all(asked)) {
    const says = reply.ok && reply.value.effects.length > 0;
    check(says, () => `a dry run doesn't say what would change: ${JSON.stringify(reply)}`);
  }
  check(isDeepStrictEqual(storedBy(world), before), () => 'an operator changed something without an order');
}

/** Rows are never changed in place. */
function storedBy(world: SimulatedWorld) {
  const { tables, heads } = world.service('account-service').store;
  return {
    tables: new Map([...tables].map(([name, stored]) => [name, new Map(stored)])),
    heads: new Map(heads),
  };
}
