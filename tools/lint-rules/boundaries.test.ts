import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

interface Probe {
  readonly file: string;
  readonly code: string;
}

const importing = (from: string, what: string): Probe => ({
  file: `${from}/probe.ts`,
  code: `import * as probe from '${what}';\nexport const found = probe;\n`,
});

const core = (...rooms: string[]) => rooms.map((room) => `@exchange/core/${room}`);
const outer = [
  '@exchange/contract/bus',
  '@exchange/contract/chain',
  '@exchange/platform',
  '@exchange/client',
];
const edge = '@exchange/edge/live-market';
const keys = '@exchange/edge/keys';
const kit = '@exchange/test/kit';

/** From a room, imports that the boundaries refuse. */
const refused: Record<string, string[]> = {
  'libs/core/kernel/src': [
    ...core('order', 'message', 'matching', 'ledger', 'settlement', 'market-data', 'wire'),
    ...outer,
    edge,
  ],
  'libs/core/message/src': [
    ...core('matching', 'ledger', 'settlement', 'market-data', 'wire'),
    ...outer,
    edge,
    kit,
  ],
  'libs/core/order/src': [
    ...core('message', 'matching', 'ledger', 'settlement', 'market-data', 'wire'),
    ...outer,
    edge,
    kit,
  ],
  'libs/core/matching/src': [
    ...core('ledger', 'order', 'settlement', 'market-data', 'wire'),
    ...outer,
    edge,
    kit,
  ],
  'libs/core/ledger/src': [...core('matching', 'settlement', 'market-data', 'wire'), ...outer, edge, kit],
  'libs/core/market-data/src': [
    ...core('message', 'matching', 'ledger', 'order', 'settlement', 'wire'),
    ...outer,
    edge,
    kit,
  ],
  'libs/core/settlement/src': [...core('matching', 'ledger', 'market-data', 'wire'), ...outer, edge, kit],
  'libs/core/wire/src': [...core('matching', 'ledger', 'settlement', 'market-data'), ...outer, edge, kit],
  'libs/contract/bus/src': [
    ...core('order', 'wire', 'ledger'),
    '@exchange/contract/chain',
    '@exchange/platform',
    kit,
  ],
  'libs/contract/chain/src': [
    ...core('order', 'settlement'),
    '@exchange/contract/bus',
    '@exchange/platform',
    kit,
  ],
  'libs/platform/src': [...core('order', 'matching', 'ledger', 'wire'), '@exchange/client', edge, kit],
  'libs/edge/live-market/src': [...core('matching', 'ledger'), '@exchange/client', kit],
  'libs/edge/reference/src': [
    ...core('matching', 'ledger'),
    '@exchange/contract/bus',
    '@exchange/platform',
    kit,
  ],
  'libs/edge/keys/src': [...core('order', 'settlement', 'ledger'), '@exchange/client', edge, kit],
  'libs/client/src': [
    ...core('message', 'matching', 'ledger', 'settlement', 'market-data'),
    '@exchange/contract/bus',
    kit,
  ],
  'libs/client/src/': ['@exchange/contract/chain', '@exchange/platform', edge],
  'libs/test/kit/src': ['@exchange/client', edge],
  'libs/test/seed-client/src': [...core('kernel', 'wire'), '@exchange/client', '@exchange/contract/bus', kit],
  'apps/account-service/src': [
    '@exchange/client',
    kit,
    '../../matching-engine/src/main',
    '../../../simulation/run',
  ],
  'apps/matching-engine/src': ['../../account-service/src/main', '../../../e2e/start', kit],
  'apps/ws-gateway/src': [...core('matching', 'ledger'), keys, '../../rest-gateway/src/main', kit],
  'apps/rest-gateway/src': [...core('matching', 'ledger'), keys, '../../account-service/src/main', kit],
  tools: [kit, '../simulation/run', '../apps/ws-gateway/src/main'],
  'tools/replay/src': [kit, '../../../apps/account-service/src/main'],
  contracts: [kit, '@exchange/client', '../apps/settlement-service/src/main'],
};

/** From a room, imports that the boundaries accept. */
const accepted: Record<string, string[]> = {
  'libs/core/message/src': [...core('kernel', 'order'), '@sinclair/typebox'],
  'libs/core/matching/src': core('kernel', 'message'),
  'libs/core/ledger/src': core('kernel', 'message', 'order'),
  'libs/core/settlement/src': core('kernel', 'order'),
  'libs/core/wire/src': [...core('kernel', 'order'), '@sinclair/typebox', '@sinclair/typebox/value'],
  'libs/contract/bus/src': core('kernel', 'message'),
  'libs/platform/src': [...core('kernel', 'message'), '@exchange/contract/bus', 'pg', 'typeorm', 'node:fs'],
  'libs/client/src': core('kernel', 'order', 'wire'),
  'apps/ws-gateway/src': [
    ...core('wire', 'order', 'kernel'),
    '@exchange/contract/bus',
    '@exchange/platform',
    edge,
  ],
  'apps/account-service/src': [...core('ledger', 'order'), '@exchange/contract/bus', '@exchange/platform'],
  'apps/matching-engine/src': [...core('matching'), '@exchange/platform'],
  'apps/settlement-service/src': [...core('settlement'), keys],
  'libs/test/seed-client/src': ['ethers', 'ws'],
  tools: [...core('wire'), '@exchange/test/seed-client'],
  'tools/replay/src': ['../../../apps/matching-engine/src/markets/market-processor'],
  contracts: [...core('matching', 'ledger', 'settlement'), '@exchange/contract/chain'],
  simulation: [...core('matching', 'ledger'), '@exchange/client', kit, '../apps/account-service/src/turn'],
  e2e: [...core('kernel'), '@exchange/client', kit, '../tools/launcher/src/start'],
};

/** Text that no file in libs/core may hold. */
const impure = [
  ...[
    '@nestjs/common',
    'typeorm',
    'pg',
    '@nats-io/transport-node',
    'node:fs',
    'fs',
    'ethers',
    'hash-wasm',
  ].map((name) => `import * as probe from '${name}';\nexport const found = probe;`),
  'export const found = Date.now();',
  'export const found = new Date();',
  'export const found = Math.random();',
  'export const found = process.env;',
  'export const found = globalThis;',
  'export const found = () => setTimeout(() => undefined, 1);',
  'export const found = () => setInterval(() => undefined, 1);',
  'export const found = () => setImmediate(() => undefined);',
  'export const found = () => queueMicrotask(() => undefined);',
  'export const found = () => crypto.randomUUID();',
  'export async function found(): Promise<void> {}',
  'export const found = async () => 1;',
  "export const found = import('./book');",
  'export const found = Promise.resolve(1);',
];

const fixture = "import * as probe from './order.fixture';\nexport const found = probe;\n";

/** Bodies of a decision that lint refuses. */
const undecided = [
  'decide() { return Date.now(); }',
  'decide() { return new Date(); }',
  'decide() { return [1].map(() => Math.random()); }',
  "decide() { this.log.warn({}, 'late'); }",
  "decide(turn) { turn.deps.log.warn({}, 'late'); }",
  'decide({ clock }) { return clock.now(); }',
  'decide(turn) { const { database } = turn.deps; return database; }',
  'async decide() { return 1; }',
  'decide: async () => 1,',
].map((body) => `export const found = { ${body} };\n`);

const oracle =
  "import { naiveStore } from '@exchange/core/matching/oracle';\nexport const found = naiveStore;\n";
const oracleBeside = oracle.replace('@exchange/core/matching/oracle', '../../oracle/src/naive-store');

const style = [
  ...undecided.map((code) => ['no-restricted-syntax', 'apps/market-data/src/probe.ts', code] as const),
  [
    'no-restricted-properties',
    'apps/market-data/src/inbox/probe.ts',
    'export const found = () => Date.now();\n',
  ],
  ['no-restricted-imports', 'libs/core/order/src/probe.ts', fixture],
  ['no-restricted-imports', 'libs/platform/src/probe.ts', fixture],
  ['no-restricted-imports', 'apps/matching-engine/src/probe.ts', oracle],
  ['no-restricted-imports', 'apps/account-service/src/inbox/probe.ts', oracle],
  ['no-restricted-imports', 'libs/edge/live-market/src/probe.ts', oracle],
  ['no-restricted-imports', 'libs/core/matching/src/book/probe.ts', oracleBeside],
  [
    'no-restricted-syntax',
    'tools/kit/chain/probe.ts',
    'export const wait = (node: { waitForTransaction(): void }) => node.waitForTransaction();',
  ],
  ['no-restricted-syntax', 'libs/platform/src/probe.ts', 'const found = 1;\nexport default found;'],
  [
    '@typescript-eslint/no-explicit-any',
    'apps/ws-gateway/src/probe.ts',
    'export const found = (x: any) => x;',
  ],
  ['no-restricted-properties', 'apps/ws-gateway/src/probe.ts', 'export const found = process.env.HOME;'],
] as const;

const list = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([from, whats]) => whats.map((what) => [from, what] as const));

const key = ({ file, code }: Probe) => `${file}\n${code}`;

describe('lint', () => {
  const findings = new Map<string, string[]>();
  const inCore = (code: string): Probe => ({ file: 'libs/core/matching/src/probe.ts', code: `${code}\n` });
  const inTest = (from: string, what: string) => ({
    ...importing(from, what),
    file: `${from}/probe.test.ts`,
  });
  const found = (probe: Probe) => findings.get(key(probe)) ?? ['not linted'];

  beforeAll(() => {
    const probes = [
      ...[...list(refused), ...list(accepted)].map(([from, what]) => importing(from, what)),
      ...impure.map(inCore),
      ...style.map(([, file, code]) => ({ file, code })),
      { file: 'tools/replay/src/probe.ts', code: oracle },
      inTest('libs/core/matching/src', kit),
      inTest('libs/core/matching/src', '@exchange/core/ledger'),
      inTest('libs/core/matching/src', 'node:fs'),
      inTest('contracts', '@exchange/client'),
    ];
    const script = path.resolve('tools/lint-rules/lint-text.mjs');
    const run = spawnSync(process.execPath, [script], { input: JSON.stringify(probes), encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`ESLint failed: ${run.stderr}`);
    const results = JSON.parse(run.stdout) as string[][];
    probes.forEach((probe, at) => findings.set(key(probe), results[at] ?? []));
  }, 120_000);

  it.each(list(refused))('%s may not import %s', (from, what) => {
    expect(found(importing(from, what)).join('\n')).toMatch(/@nx\/enforce-module-boundaries/);
  });

  it.each(list(accepted))('%s may import %s', (from, what) => {
    expect(found(importing(from, what))).toEqual([]);
  });

  it.each(impure)('core may not hold: %s', (code) => {
    expect(found(inCore(code)).join('\n')).toMatch(/no-restricted-(globals|imports|properties|syntax)/);
  });

  it.each(style)('%s is refused in %s', (rule, file, code) => {
    expect(found({ file, code }).join('\n')).toContain(rule);
  });

  it('lets tools compare with the oracle', () => {
    expect(found({ file: 'tools/replay/src/probe.ts', code: oracle })).toEqual([]);
  });

  it('lets a test of core use the kit and Node, but not another room', () => {
    expect(found(inTest('libs/core/matching/src', kit))).toEqual([]);
    expect(found(inTest('libs/core/matching/src', 'node:fs'))).toEqual([]);
    expect(found(inTest('libs/core/matching/src', '@exchange/core/ledger'))).not.toEqual([]);
  });

  it('lets a test of the contracts try what the client signs', () => {
    expect(found(inTest('contracts', '@exchange/client'))).toEqual([]);
  });
});
