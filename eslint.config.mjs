import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import { createProjectGraphAsync } from 'nx/src/devkit-exports.js';
import tseslint from 'typescript-eslint';
import { boundaries, depConstraints, testDepConstraints } from './tools/lint-rules/boundaries.mjs';
import { corePurity, everywhere, noFixtures, shippedImports } from './tools/lint-rules/core-purity.mjs';
import { decidePurity, inboxPurity } from './tools/lint-rules/decide-purity.mjs';
import { noWallDurations } from './tools/lint-rules/durations.mjs';

// Without a fresh project graph the boundary rule would silently check nothing.
process.env.NX_DAEMON = 'false';
await createProjectGraphAsync({ exitOnError: true });

const readonly = (...names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

const nodeGlobals = {
  ...readonly('Buffer', 'URL', 'console', 'fetch', 'performance', 'process', 'TextDecoder', 'TextEncoder'),
  ...readonly('setInterval', 'setTimeout', 'clearInterval', 'clearTimeout', 'AbortController', 'AbortSignal'),
};

const code = ['**/*.ts', '**/*.tsx'];
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/*.fixture.ts'];

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      'tmp',
      'coverage',
      '.exchange',
      '.nx',
      '**/generated/**',
      'contracts/**/out/**',
      'contracts/**/cache/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: nodeGlobals },
  },
  {
    files: ['**/*.browser.js'],
    languageOptions: {
      globals: readonly('document', 'getSelection', 'matchMedia', 'navigator', 'setTimeout'),
    },
  },
  // The page of the operator's desk asks its server for live figures.
  {
    files: ['apps/operator-gateway/src/page/*.browser.js'],
    languageOptions: { globals: readonly('fetch', 'location', 'setInterval') },
  },
  // The page of the exit kit is bundled, and talks to wallets.
  {
    files: ['tools/exit-kit/src/page/*.browser.js'],
    languageOptions: { globals: readonly('Event', 'FormData', 'window') },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      globals: { ...nodeGlobals, ...readonly('require', 'module', '__dirname') },
    },
  },
  {
    files: code,
    extends: [tseslint.configs.strict],
    languageOptions: { parser: tseslint.parser },
    plugins: { '@nx': nx },
    rules: {
      ...boundaries(depConstraints),
      'no-restricted-syntax': ['error', ...everywhere, ...decidePurity],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
      'no-param-reassign': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A Nest module is a class without members.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
    },
  },
  {
    files: code,
    ignores: tests,
    rules: { 'no-restricted-imports': ['error', { patterns: [noFixtures] }] },
  },
  { files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts'], ignores: tests, rules: shippedImports },
  {
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/{edge,platform}/**/*.ts'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...decidePurity, ...noWallDurations] },
  },
  { files: ['libs/core/**/*.ts'], ignores: tests, rules: corePurity },
  // AssemblyScript, where whole numbers have 64 bits.
  { files: ['libs/core/matching/assembly/*.ts'], rules: { 'no-loss-of-precision': 'off' } },
  {
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/**/*.ts'],
    // The browser of tests is named as their other programs are.
    ignores: ['apps/*/src/config.ts', 'apps/*/src/main.ts', 'libs/core/**', 'libs/test/browser/**', ...tests],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: "Only an app's config.ts reads the environment." },
      ],
    },
  },
  // The gateways' inboxes are no turns: they ask and wait.
  {
    files: [
      'apps/{account-service,attester,chain-watcher,market-data,matching-engine,settlement-service,solvency}/src/inbox/**/*.ts',
    ],
    ignores: tests,
    rules: inboxPurity,
  },
  { files: tests, rules: boundaries(testDepConstraints) },
  // The site shows the pages of docs/interface themselves.
  {
    files: ['libs/edge/reference/src/site/pages.ts'],
    rules: boundaries(depConstraints, ['^(\\.\\./)+docs/interface/']),
  },
  // It is the engine itself that has to do again what its record says.
  {
    files: ['tools/replay/**/*.ts'],
    rules: boundaries(depConstraints, ['^(\\.\\./)+apps/matching-engine/']),
  },
  // What the audit does again without the engine is held against the engine.
  {
    files: ['tools/audit/src/engine-record.test.ts'],
    rules: boundaries(testDepConstraints, ['^(\\.\\./)+apps/matching-engine/']),
  },
  // Fees that change, and bars, are held against what the services themselves made of them.
  {
    files: ['tools/audit/test/**/*.ts'],
    rules: boundaries(testDepConstraints, ['^(\\.\\./)+apps/(account-service|market-data|matching-engine)/']),
  },
  // docs/configuration.md shows what each app reads, and what Kubernetes and compose give is held against it.
  {
    files: ['tools/deployment/**/*.ts'],
    rules: boundaries(testDepConstraints, ['^(\\.\\./)+apps/[^/]+/src/config$']),
  },
  // The page is measured at the stub that it is tested at.
  {
    files: ['tools/bench-page/**/*.ts'],
    rules: boundaries(depConstraints, ['^(\\.\\./)+e2e/']),
  },
  {
    files: ['simulation/**/*.ts', 'e2e/**/*.ts'],
    rules: boundaries(testDepConstraints, ['^(\\.\\./)+(apps|tools)/']),
  },
);
