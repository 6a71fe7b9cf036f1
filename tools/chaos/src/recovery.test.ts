import { describe, expect, it } from '@jest/globals';
import type { ChaosClient } from './clients/chaos-client';
import { Recoveries } from './recovery';

const client = (address: string) => ({ address }) as unknown as ChaosClient;

describe('the recoveries of a chaos', () => {
  it('count from the end of the harm until the last account was served', () => {
    const recoveries = new Recoveries(2);
    const [alice, bob] = [client('alice'), client('bob')];
    expect(recoveries.add({ kind: 'kill', what: 'nats', from: 0, to: 1_000 })).toBe('kill: nats, 1000 ms');
    // Sent before the harm was over.
    recoveries.accepted(bob, 900, 1_500);
    recoveries.accepted(alice, 1_000, 2_000);
    recoveries.accepted(bob, 1_100, 3_500);
    expect(recoveries.list().at(-1)).toMatch(/^kill +nats +2\.5$/);
    expect(recoveries.table().at(-1)).toMatch(/^kill +1 +0 +2\.5 +2\.5 +0$/);
  });

  it('don’t count what couldn’t be done, and name what was never done', () => {
    const recoveries = new Recoveries(1);
    expect(recoveries.addImpossible('disk-full', 'no room')).toBe('disk-full: not possible: no room');
    recoveries.addImpossible('kill', 'nobody runs');
    expect(recoveries.neverDone).toEqual(['disk-full', 'kill']);
    recoveries.add({ kind: 'kill', what: 'nats', from: 0, to: 1 });
    expect(recoveries.neverDone).toEqual(['disk-full']);
    expect(recoveries.table()[1]).toMatch(/^disk-full +0 +1 +- +- +0$/);
  });
});
