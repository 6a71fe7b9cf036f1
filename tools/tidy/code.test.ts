import { describe, expect, it } from '@jest/globals';
import { parseCode } from './code';
import * as rules from './code-rules';
import { orderShapes, shapesBelow } from './order-shapes';
import { repositoryFiles } from './repository';
import { faultsOf, stopsBelow } from './ways';
import * as words from './words';

const files = repositoryFiles();
const code = parseCode(files);
const page = files.find(({ path }) => path === 'docs/ONBOARDING.md')?.text ?? '';

describe('the code', () => {
  it('defines each exported type once', () => {
    expect([...rules.typesDefinedTwice(code)]).toEqual([]);
  });

  it('has at most 20 files in a folder', () => {
    expect(rules.fullFolders(code)).toEqual([]);
  });

  it('imports each module in one declaration', () => {
    expect(rules.importedTwice(code)).toEqual([]);
  });

  it('has no circle of imports', () => {
    expect(rules.importCircles(code)).toEqual([]);
  });

  it('has none of the old words in its names', () => {
    expect(words.oldNames(code, files)).toEqual([]);
  });

  it('is spelled in one way', () => {
    expect(files.flatMap(words.doubledLetters)).toEqual([]);
  });
});

describe('the ways in docs/ONBOARDING', () => {
  it.each([
    ['placeOrder', 40],
    ['Deposit', 12],
    ['Settlement', 23],
  ])('of %s leads through at most %i files, each reached from one before', (what, most) => {
    const stops = stopsBelow(page, what);
    expect(stops.length).toBeGreaterThan(most / 2);
    expect(stops.length).toBeLessThanOrEqual(most);
    expect(faultsOf(stops, files)).toEqual([]);
  });
});

describe('the shapes of an order in docs/ONBOARDING', () => {
  const onTheWay = shapesBelow(page, 'Shapes of an order on its way');
  const others = shapesBelow(page, 'Shapes of an order at rest, shown or signed');

  it('are at most 8 on its way', () => {
    expect(onTheWay.length).toBeGreaterThan(0);
    expect(onTheWay.length).toBeLessThanOrEqual(8);
  });

  it('are there, and are all that there are', () => {
    const said = ({ file, name }: { file: string; name: string }) => `${file}: ${name}`;
    const listed = [...onTheWay, ...others];
    const found = orderShapes(code).map(said);
    expect(found.filter((shape) => !listed.map(said).includes(shape))).toEqual([]);
    expect(listed.flatMap((shape) => faultsOf([{ ...shape, by: '' }], files))).toEqual([]);
  });
});

describe('the rules of code refuse', () => {
  const parse = (files: Record<string, string>) =>
    parseCode(Object.entries(files).map(([path, text]) => ({ path, text })));

  it('a type that two files define, and let one of them export it again', () => {
    const code = parse({
      'libs/a.ts': 'export interface Fill { a: 1 }\nexport type Side = 1;',
      'libs/b.ts': "export type Fill = 1;\nexport type { Side } from './a';\ntype Side2 = 1;",
      'apps/c.ts': 'export class Side2 {}',
    });
    expect(rules.typesDefinedTwice(code)).toEqual(new Map([['Fill', ['libs/a.ts', 'libs/b.ts']]]));
  });

  it('a folder of 21 sources, where tests are none', () => {
    const files = Array.from({ length: 20 }, (_, at) => [`libs/a/f${at}.ts`, ''] as const);
    const full = Object.fromEntries([...files, ['libs/a/f.test.ts', '']]);
    expect(rules.fullFolders(parse(full))).toEqual([]);
    expect(rules.fullFolders(parse({ ...full, 'libs/a/g.fixture.ts': '' }))).toHaveLength(1);
  });

  it('a module that a file imports twice, also as types', () => {
    const once = "import { a, type B } from './a';\nexport * from './a';";
    expect(rules.importedTwice(parse({ 'libs/b.ts': once }))).toEqual([]);
    const twice = "import { a } from './a';\nimport type { B } from './a';";
    expect(rules.importedTwice(parse({ 'libs/b.ts': twice }))).toEqual(['libs/b.ts imports ./a twice']);
  });

  it('files that import each other, also types and through an index', () => {
    const index = "export * from './fill';";
    const fill = "import type { Order } from './order';";
    const order = "import { fill } from '@exchange/core/a';";
    const straight = { 'libs/core/a/src/index.ts': index, 'libs/core/a/src/fill.ts': fill };
    expect(rules.importCircles(parse({ ...straight, 'libs/core/a/src/order.ts': '' }))).toEqual([]);
    expect(rules.importCircles(parse({ ...straight, 'libs/core/a/src/order.ts': order }))).toEqual([
      'libs/core/a/src/fill.ts ⇄ libs/core/a/src/index.ts ⇄ libs/core/a/src/order.ts',
    ]);
  });

  it('an old word in any case, in names of things and files, but not in prose', () => {
    const text = '/** Goes on, as the desk of its own. */\nconst goOn = 1; const theGoOnes = goesOnThen();';
    const files = [{ path: 'libs/a-goes-on.ts', text }];
    expect(words.oldNames(parseCode(files), files)).toEqual([
      'libs/a-goes-on.ts: its name: the word is resumes',
      'libs/a-goes-on.ts: goOn: the word is resume',
      'libs/a-goes-on.ts: goesOnThen: the word is resumes',
    ]);
    expect(words.partsOf('readsLEAVE_AtOnce')).toEqual(['reads', 'leave', 'at', 'once']);
  });

  it('a second spelling, but not in the names of the contract', () => {
    const text = 'order_cancelled, cancellation, OrderCancelled; an order is cancelled';
    expect(words.doubledLetters({ path: 'docs/a.md', text })).toEqual([
      'docs/a.md: cancelled has an l too many',
    ]);
  });

  it('a way through a missing file, to a name that is not there, or that nothing leads to', () => {
    const files = [
      { path: 'libs/a.ts', text: 'export function first() { second(); }' },
      { path: 'libs/b.ts', text: 'export const second = 1; const third = heard;' },
      { path: 'libs/contract/bus/src/c.ts', text: 'export const heard = 1;' },
    ];
    const stop = (file: string, name: string, by = '') => ({ file, name, by });
    const way = [stop('libs/a.ts', 'first'), stop('libs/b.ts', 'second')];
    expect(faultsOf([...way, stop('libs/b.ts', 'third', 'heard')], files)).toEqual([]);
    expect(faultsOf([stop('libs/d.ts', 'd')], files)).toEqual(['libs/d.ts is missing']);
    expect(faultsOf([stop('libs/a.ts', 'fourth')], files)).toEqual(["libs/a.ts doesn't define fourth"]);
    expect(faultsOf(way.toReversed(), files)).toEqual(['nothing before libs/a.ts says first']);
    expect(faultsOf([...way, stop('libs/a.ts', 'first', 'heard')], files)).toEqual([
      "libs/a.ts doesn't say heard",
    ]);
  });

  it('a type that says an order again, but not a change of one, or what only extends one', () => {
    const shapes = (text: string) =>
      orderShapes(parse({ 'libs/core/order/src/a.ts': text })).map(({ name }) => name);
    const amounts = 'readonly sellAmount: bigint; readonly buyAmount: bigint;';
    expect(shapes(`export interface A { ${amounts} readonly nonce: number }`)).toEqual(['A']);
    expect(shapes(`type A = { ${amounts} readonly side: Side; readonly expiresAt: number }`)).toEqual(['A']);
    expect(shapes(`interface A { ${amounts} }; interface B extends C { a: 1 }`)).toEqual([]);
    expect(shapes('interface A { sellAmount?: bigint; buyAmount?: bigint; nonce: number }')).toEqual([]);
    expect(shapes('interface A { readonly id: number; readonly signed: SignedOrder }')).toEqual(['A']);
    expect(shapes('const a = object({ sellBook: amount, buyBook: amount, nonce: uint });')).toEqual(['a']);
    expect(shapes('const a: Codec<A> = object({ sellBook: amount, buyBook: amount, nonce: uint });')).toEqual(
      [],
    );
    expect(shapes('const a = variants({ b: { sellBook: amount, buyBook: amount, nonce: uint } });')).toEqual([
      'a',
    ]);
  });
});
