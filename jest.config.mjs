import { spawnSync } from 'node:child_process';
import vm from 'node:vm';

// The tests are ES modules, which Jest runs only under this flag. Asked for without it (`npx jest -c
// jest.config.mjs libs/core/order`), start again with it.
const flag = '--experimental-vm-modules';
if (!vm.SourceTextModule && /[\\/]jest(\.js)?$/.test(process.argv[1] ?? '')) {
  const again = spawnSync(
    process.execPath,
    [flag, '--disable-warning=ExperimentalWarning', ...process.argv.slice(1)],
    {
      stdio: 'inherit',
    },
  );
  process.exit(again.status ?? 1);
}

/** Compiles a file of TypeScript; where there may be elements of a page in it, those too. */
const compiled = ({ tsx }) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx, decorators: true },
      // The esbuild bundles carry no decorator metadata, so the tests must not either.
      transform: {
        ...{ legacyDecorator: true, decoratorMetadata: false, verbatimModuleSyntax: true },
        react: { runtime: 'automatic' },
      },
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
    swcrc: false,
  },
];

const perTier = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/tools/jest/environment.cjs',
  runtime: '<rootDir>/tools/jest/runtime.cjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx', '.md', '.css'],
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'js', 'cjs', 'json', 'node', 'md', 'css'],
  moduleNameMapper: {
    '^@exchange/(.*)$': '<rootDir>/libs/$1/src/index.ts',
    '/assembly/book\\.wasm$': '<rootDir>/libs/core/matching/assembly/index.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/(dist|tmp|coverage|\\.exchange|\\.nx)/'],
  // The first pattern that fits decides.
  transform: {
    '/libs/core/matching/assembly/index\\.ts$': '<rootDir>/tools/build/assembly-transform.mjs',
    '(\\.md|\\.css|\\.browser\\.js)$': '<rootDir>/tools/build/text-transform.mjs',
    '\\.ts$': compiled({ tsx: false }),
    '\\.tsx$': compiled({ tsx: true }),
  },
};

const rooms = '{apps,contracts,libs,tools}';

/** The tiers: a file name decides which one a test belongs to. */
export default {
  // Each file of e2e has an exchange of its own: a third at the same time would make the others late.
  maxWorkers: 2,
  testSequencer: '<rootDir>/tools/jest/sequencer.cjs',
  // Tests wait for what is to come, on a busy machine longer; those that wait long by themselves say so.
  testTimeout: 60_000,
  // A worker has up to 2 GB of modules at its end, and freeing them takes longer than the usual half second. One that
  // something keeps alive is still told of.
  workerGracefulExitTimeout: 10_000,
  projects: [
    {
      ...perTier,
      displayName: 'fast',
      testMatch: [`<rootDir>/${rooms}/**/*.test.{ts,tsx}`],
      testPathIgnorePatterns: ['/node_modules/', '\\.(service|simulation)\\.test\\.tsx?$'],
    },
    { ...perTier, displayName: 'services', testMatch: [`<rootDir>/${rooms}/**/*.service.test.ts`] },
    {
      ...perTier,
      displayName: 'simulation',
      testMatch: ['<rootDir>/simulation/**/*.test.ts', `<rootDir>/${rooms}/**/*.simulation.test.ts`],
    },
    { ...perTier, displayName: 'e2e', testMatch: ['<rootDir>/e2e/**/*.test.ts'] },
  ],
};
