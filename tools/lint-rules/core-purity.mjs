/** What code in libs/core may not touch: the same inputs must give the same result, on a server and in a browser. */
const outside = 'Core is pure: the caller passes it in.';

const globals = [
  ...[
    'Date',
    'performance',
    'process',
    'globalThis',
    'global',
    'window',
    'crypto',
    'fetch',
    'console',
    'Buffer',
  ],
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
  ...['queueMicrotask', 'structuredClone', 'Promise', 'require', 'WebSocket', 'Worker'],
];

/** Restricted syntax of every TypeScript file. */
export const everywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
  { selector: "ExportSpecifier[exported.name='default']", message: 'Export by name.' },
  {
    selector: "MemberExpression[property.name='waitForTransaction']",
    message: 'minedReceipt ends also where no block follows.',
  },
];

/** Restricted imports of every TypeScript file that ships: fixtures may use what tests may. */
export const noFixtures = { regex: '\\.fixture$', message: 'A fixture is for tests.' };

/** The naive rules are what tests and tools compare with: an app that ran them would be compared with itself. */
const noOracle = {
  regex: '^@exchange/core/matching/oracle$|/oracle/src/',
  message: 'Nothing that ships imports the oracle.',
};

/** Restricted imports of apps and libraries. */
export const shippedImports = {
  'no-restricted-imports': ['error', { patterns: [noFixtures, noOracle] }],
};

const syntax = [
  { selector: ':function[async=true]', message: 'Core is synchronous.' },
  { selector: 'AwaitExpression', message: 'Core is synchronous.' },
  { selector: 'ForOfStatement[await=true]', message: 'Core is synchronous.' },
  { selector: 'ImportExpression', message: 'Core is synchronous.' },
  { selector: "MetaProperty[meta.name='import']", message: outside },
];

export const corePurity = {
  'no-restricted-globals': ['error', ...globals.map((name) => ({ name, message: outside }))],
  'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: outside }],
  'no-restricted-syntax': ['error', ...everywhere, ...syntax],
  'no-restricted-imports': [
    'error',
    {
      patterns: [
        noFixtures,
        noOracle,
        {
          // An allow list: relative files, rooms of the workspace, and TypeBox, which describes data and compares it with that.
          regex: '^(?!\\.{1,2}/|@exchange/|@sinclair/typebox(/value)?$)',
          message: 'Core imports no package and nothing of Node; functions such as keccak are passed in.',
        },
      ],
    },
  ],
};
