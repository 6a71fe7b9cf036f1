import { hash } from '@exchange/core/kernel';
import { createCrypto, keyedHash } from '@exchange/platform';
import { expect, it } from '@jest/globals';
import { SolvencyState } from '../books/solvency-state';
import { takeChainBlock } from './chain-block';
import type { SolvencyTurn } from './solvency-turn';

const { keccak256 } = await createCrypto();

it('a final block that comes in parts is the newest one with its last part', () => {
  const state = new SolvencyState((account) => keyedHash(new Uint8Array(32), account), keccak256);
  const block = { kind: 'final', number: 7, hash: hash(`0x${'ab'.repeat(32)}`), time: 1, facts: [] } as const;
  const tell = (more: object) => {
    const message = { seq: 1, at: 1, news: [{ ...block, ...more }] };
    takeChainBlock.decide({ state } as SolvencyTurn, { message } as never, undefined);
  };
  tell({ more: true });
  expect(state.newestFinal).toBeUndefined();
  tell({});
  expect(state.newestFinal).toBe(7);
});
