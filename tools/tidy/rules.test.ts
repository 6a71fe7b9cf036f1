import { describe, expect, it } from '@jest/globals';
import { appsHaveTheirRooms, dependenciesArePinned, libsSayWhatTheyAre } from './rooms';
import * as rules from './rules';

const file = (path: string, text = ''): rules.SourceFile => ({ path, text });
const code = (text: string) => file('libs/core/order/src/order.ts', text);
const test = (text: string) => file('libs/core/order/src/order.test.ts', text);

describe('tidy refuses', () => {
  it.each([
    ['camel case', rules.kebabCaseNames, file('libs/core/order/src/signOrder.ts')],
    ['snake case folders', rules.kebabCaseNames, file('libs/core_rules/order.ts')],
    ['a Solidity file in lower case', rules.kebabCaseNames, file('contracts/src/exchange.sol')],
    ['a folder named utils', rules.tellingNames, file('libs/utils/hex.ts')],
    ['a file named helpers', rules.tellingNames, file('libs/core/order/src/helpers.ts')],
    ['a file of 401 lines', rules.shortFiles, code('x\n'.repeat(401))],
    ['a bare TODO', rules.reasonedTodos, code('// TODO: later')],
    ['a commented-out import', rules.noCommentedOutCode, code("  // import { hash } from './hash';")],
    ['a commented-out constant', rules.noCommentedOutCode, code('  // const rate = 5n;')],
    ['a commented-out condition', rules.noCommentedOutCode, code('// if (rate > 0n) {')],
    ['a commented-out call', rules.noCommentedOutCode, code('// book.place(order);')],
    ['a commented-out assignment', rules.noCommentedOutCode, code('// state.rate = 4n;')],
    ['a commented-out brace', rules.noCommentedOutCode, code('  // }')],
    ['a test that runs alone', rules.everyTestRuns, test("it.only('holds', () => undefined);")],
    ['a skipped group', rules.everyTestRuns, test("describe.skip('orders', () => undefined);")],
    ['a skipped table', rules.everyTestRuns, test("it.skip.each([1])('holds', () => undefined);")],
    ['an x-ed test', rules.everyTestRuns, test("xit('holds', () => undefined);")],
    ['a path of the machine', rules.noMachinePaths, code("read('/root/exchange/a.json')")],
    ["a path of somebody's home", rules.noMachinePaths, file('docs/a.md', 'see /home/ann/a.md')],
    [
      'the host of a registry',
      rules.noMachinePaths,
      file('package-lock.json', 'https://registry.npmjs.org/ws'),
    ],
  ])('%s', (_what, rule, offender) => {
    expect(rule(offender)).toHaveLength(1);
  });

  it('an app without its rooms, and asks no persistence of a gateway', () => {
    const rooms = ['README.md', 'project.json', 'src/main.ts', 'src/config.ts', 'src/inbox/place-order.ts'];
    const app = (name: string) =>
      [...rooms, `src/${name}.module.ts`].map((room) => file(`apps/${name}/${room}`));
    expect(appsHaveTheirRooms(app('ws-gateway'))).toEqual([]);
    expect(appsHaveTheirRooms(app('market-data'))).toEqual(['apps/market-data/src/persistence/ is missing']);
    expect(appsHaveTheirRooms([file('apps/rest-gateway/src/main.ts')])).toHaveLength(5);
  });

  it('a lib that does not say what it is', () => {
    const lib = [
      file('libs/core/order/project.json'),
      file('libs/core/order/src/index.ts', "export * from './order';"),
    ];
    expect(libsSayWhatTheyAre(lib)).toHaveLength(1);
    expect(libsSayWhatTheyAre([...lib, file('libs/core/order/README.md')])).toEqual([]);
    expect(
      libsSayWhatTheyAre(
        [lib[0], file('libs/core/order/src/index.ts', '/** Orders. */')].filter((f) => f !== undefined),
      ),
    ).toEqual([]);
  });

  it('a dependency with a range', () => {
    const manifest = (version: string) => [
      file('package.json', JSON.stringify({ dependencies: { ws: version } })),
    ];
    expect(dependenciesArePinned(manifest('^8.0.0'))).toEqual(['ws is not pinned: ^8.0.0']);
    expect(dependenciesArePinned(manifest('8.0.0'))).toEqual([]);
  });
});

describe('tidy accepts', () => {
  it.each([
    ['kebab case with endings', rules.kebabCaseNames, file('libs/core/order/src/sign-order.service.test.ts')],
    ['upper-case pages', rules.kebabCaseNames, file('docs/ONBOARDING.md')],
    ['a Solidity file', rules.kebabCaseNames, file('contracts/test/ExchangeTest.t.sol')],
    ['400 lines', rules.shortFiles, code('x\n'.repeat(400))],
    [
      'a generated file of any length',
      rules.shortFiles,
      file('libs/contract/chain/src/generated/abi.ts', 'x\n'.repeat(999)),
    ],
    ['a TODO with a reason', rules.reasonedTodos, code('// TODO(needs nats-server 2.10 in Debian)')],
    [
      'prose that names code',
      rules.noCommentedOutCode,
      code('// place() is called first; the hold (see hold.ts) is taken then'),
    ],
    [
      'prose that ends with a bracket',
      rules.noCommentedOutCode,
      code('// an order is filled if (and only if) the rate crosses'),
    ],
    ['a table of tests', rules.everyTestRuns, test("it.each([1])('holds', () => undefined);")],
    ['a path inside the repository', rules.noMachinePaths, file('docs/a.md', 'see libs/core/work/a.ts')],
  ])('%s', (_what, rule, innocent) => {
    expect(rule(innocent)).toEqual([]);
  });
});
