import { createRequire } from 'node:module';
import { expect, it } from '@jest/globals';

interface Test {
  readonly path: string;
}
type Sequencer = new (options: object) => { sort(tests: readonly Test[]): Test[] };
const LongFirst = createRequire(import.meta.url)('./sequencer.cjs') as Sequencer;

const test = (path: string, size: number) => ({
  ...{ path, context: { config: { id: path, cacheDirectory: '/none' }, hasteFS: { getSize: () => size } } },
});

it('whole exchanges come first, then random runs, then the longest text', () => {
  const tests = [
    test('/apps/fees.test.ts', 900),
    test('/libs/book.property.test.ts', 5),
    test('/e2e/chaos.test.ts', 2),
    test('/e2e/exchange.test.ts', 9),
    test('/apps/login.test.ts', 1_000),
  ];
  expect(new LongFirst({ contexts: [], globalConfig: {} }).sort(tests).map(({ path }) => path)).toEqual([
    ...['/e2e/exchange.test.ts', '/e2e/chaos.test.ts', '/libs/book.property.test.ts'],
    ...['/apps/login.test.ts', '/apps/fees.test.ts'],
  ]);
});
