import { describe, expect, it } from '@jest/globals';
import { address, hash } from '@exchange/core/kernel';
import { KnownChain } from '../scan/known-chain';
import type { PlacedEvent, Scan, ScannedBlock } from '../scan/scan';
import { applyScan } from './scan';

const ADMIN = address(`0x${'ad'.repeat(20)}`);
const hashOf = (name: string) => hash(`0x${Buffer.from(name).toString('hex').padEnd(64, '0')}`);
const block = (number: number, fork: string, parent: string): ScannedBlock => ({
  ...{ number, hash: hashOf(`${number}${fork}`), parent: hashOf(`${number - 1}${parent}`) },
  ...{ time: number, events: [] },
});
const announced: PlacedEvent = {
  ...{ transaction: hashOf('t'), logIndex: 0 },
  event: {
    ...{ kind: 'ChangeScheduled', operation: hashOf('o'), index: 0n },
    ...{ parameter: 'maxFeeBps', value: '10' },
  },
};

describe('what the admin announced before it was watched', () => {
  const before = { kind: 'scan', head: 9, gasPrice: 1n, finalUpTo: -1 } as const;
  const scan = (blocks: ScannedBlock[], more: Partial<Scan>): Scan => ({
    ...before,
    base: undefined,
    blocks,
    ...more,
  });
  const base = { number: 1, hash: hashOf('1a') };

  function watched() {
    const known = new KnownChain(1, address(`0x${'e0'.repeat(20)}`));
    applyScan(known, scan([block(1, 'a', '')], {}));
    applyScan(known, scan([block(2, 'a', 'a')], { base, admin: ADMIN, announced: [announced] }));
    return known;
  }

  it('is asked for again when the block with which it was told is undone', () => {
    const known = watched();
    expect(known.admin).toBe(ADMIN);
    applyScan(known, scan([block(2, 'b', 'a')], { base, admin: ADMIN }));
    expect(known.admin).toBeUndefined();
    const next = scan([block(3, 'b', 'b')], {
      ...{ base: { number: 2, hash: hashOf('2b') }, admin: ADMIN, announced: [announced] },
    });
    const [seen] = applyScan(known, next);
    expect(seen?.facts).toMatchObject([{ kind: 'parameter', value: 'maxFeeBps=10' }]);
    expect(known.admin).toBe(ADMIN);
  });

  it('is known when a later block is undone', () => {
    const known = watched();
    const tip = { number: 2, hash: hashOf('2a') };
    applyScan(known, scan([block(3, 'a', 'a')], { base: tip, admin: ADMIN }));
    applyScan(known, scan([block(3, 'b', 'a')], { base: tip, admin: ADMIN }));
    expect(known.admin).toBe(ADMIN);
  });

  it('may have been told with any block that was not final at a start', () => {
    const known = watched();
    const [first, second] = [known.block(1), known.block(2)];
    const started = new KnownChain(1, known.contract);
    started.admin = ADMIN;
    started.restore(first, second === undefined ? [] : [second], []);
    applyScan(started, scan([block(2, 'b', 'a')], { base, admin: ADMIN }));
    expect(started.admin).toBeUndefined();
  });
});
