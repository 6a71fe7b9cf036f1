import { hash } from '@exchange/core/kernel';
import type { BlockNews, ChainFact } from '@exchange/core/message';
import { LOG_BYTES_MAX } from '@exchange/platform';
import { describe, expect, it } from '@jest/globals';
import { someAddress } from '../../test/memory-chain.fixture';
import { newsMessages } from './block-news';

const someHash = hash(`0x${'ab'.repeat(32)}`);
const facts = Array.from({ length: 15_000 }, (_, logIndex): ChainFact => ({
  kind: 'exit_requested',
  transaction: someHash,
  logIndex,
  account: someAddress('a1'),
  token: someAddress('da'),
  effectiveAt: 2 ** 40 - 1,
}));
const block = { number: 7, hash: someHash, time: 1_700_000_000 };

/** A contract that asks for an exit and cancels it in a loop fills a block with more than one message can hold. */
describe('a block full of facts', () => {
  it.each([
    ['seen', { kind: 'seen', ...block, parent: someHash, facts }],
    ['final', { kind: 'final', ...block, facts }],
    ['undone', { kind: 'undone', number: 7, hash: someHash, facts }],
  ] as const)('is told in messages that the broker takes when it is %s', (kind, full) => {
    const messages = newsMessages(31_337, 1, [full as unknown as BlockNews]);
    const sizes = messages.map(({ definition, content }) => definition.encode({ ...content, seq: 1 }).length);
    expect(Math.max(...sizes)).toBeLessThan(LOG_BYTES_MAX / 2);
    const told = messages.flatMap(({ content }) => (content as { news: BlockNews[] }).news);
    expect(told.every((part) => part.kind === kind && part.hash === someHash)).toBe(true);
    const parts = told.map((part) => part.facts);
    // Readers take back the facts of each part from the last on.
    expect(parts.flatMap((part) => (kind === 'undone' ? part.toReversed() : part))).toEqual(
      kind === 'undone' ? facts.toReversed() : facts,
    );
    const saysMore = told.map((part) => part.kind === 'final' && part.more === true);
    expect(saysMore).toEqual(told.map((_, index) => kind === 'final' && index < told.length - 1));
  });
});
