/**
 * Who may import whom (docs: architecture), as constraints on the tags in the project.json files. A project whose
 * tags match no constraint may import nothing from the workspace.
 */
const only = (sourceTags, ...targets) => ({ allSourceTags: sourceTags, onlyDependOnLibsWithTags: targets });

const core = (room, ...targets) => only(['layer:core', `room:${room}`], ...targets);

const kernel = 'room:kernel';
const order = 'room:order';
const wire = 'room:wire';
const message = 'room:message';

/** For code that ships. */
export const depConstraints = [
  core('kernel', kernel),
  core('message', kernel, order),
  core('order', kernel),
  core('matching', kernel, message),
  // It applies what core/order says of every signed order: sides, least amounts, time before expiry.
  core('ledger', kernel, order, message),
  core('market-data', kernel),
  core('settlement', kernel, order, message),
  core('wire', kernel, order, message),
  core('solvency', kernel, order),
  core('operator', kernel, order),
  only(['layer:contract', 'room:bus'], kernel, message),
  only(['layer:contract', 'room:chain'], kernel),
  only(['layer:contract', 'room:metrics'], kernel, 'room:bus'),
  only(['layer:platform', 'room:platform'], 'layer:platform', 'layer:contract', kernel, message),
  only(['layer:edge', 'room:live-market'], 'layer:core', 'layer:contract', 'layer:platform'),
  only(['layer:edge', 'room:deployment'], kernel, wire, 'room:chain', 'layer:platform'),
  only(['layer:edge', 'room:limits'], kernel, wire, 'layer:platform'),
  only(['layer:edge', 'room:http'], wire, 'layer:platform'),
  only(['layer:edge', 'room:service-host'], kernel, 'layer:contract', 'layer:platform'),
  only(['layer:edge', 'room:keys'], kernel, message, 'layer:contract', 'layer:platform'),
  only(['layer:edge', 'room:reference'], kernel, wire),
  only(['layer:client', 'room:client'], wire, order, kernel, 'room:solvency'),
  // The trading page stands on the client as any other front end does.
  only(['layer:page', 'room:web'], 'room:client', wire, order, kernel),
  {
    sourceTag: 'layer:app',
    onlyDependOnLibsWithTags: ['layer:core', 'layer:contract', 'layer:platform', 'layer:edge'],
  },
  // Gateways hold no authority: they must not be able to decide priority or money, nor to sign for the exchange.
  { sourceTag: 'kind:gateway', notDependOnLibsWithTags: ['room:matching', 'room:ledger', 'room:keys'] },
  { sourceTag: 'layer:edge', notDependOnLibsWithTags: ['room:matching', 'room:ledger'] },
  // Its tests put what the cores decide, and what the keys sign, through the compiled contract.
  only(['layer:contracts', 'room:contracts'], 'layer:core', 'layer:contract', 'layer:platform', 'room:keys'),
  only(['layer:test', 'room:kit'], 'layer:test', 'layer:core', 'layer:contract', 'layer:platform'),
  // It is written from the interface's tables alone, so that it can tell where the exchange differs from them.
  only(['layer:test', 'room:seed-client']),
  only(['layer:test', 'room:browser']),
  { sourceTag: 'layer:simulation', onlyDependOnLibsWithTags: ['*'] },
  { sourceTag: 'layer:e2e', onlyDependOnLibsWithTags: ['*'] },
  {
    sourceTag: 'layer:tools',
    onlyDependOnLibsWithTags: [
      'layer:tools',
      'layer:core',
      'layer:contract',
      'layer:platform',
      'layer:edge',
      'layer:client',
      // Conformance runs it against any exchange; the rest of layer:test is for tests.
      'room:seed-client',
      // The benchmark of the page draws in one.
      'room:browser',
    ],
  },
];

/** What tests of the contracts put through them, beside what ships: the client signs, too. */
const triedIn = ({ allSourceTags = [] }) =>
  allSourceTags.includes('room:contracts') ? ['layer:client'] : [];

/** For test files: the same, and the kit. */
export const testDepConstraints = depConstraints.map((constraint) =>
  constraint.onlyDependOnLibsWithTags
    ? {
        ...constraint,
        onlyDependOnLibsWithTags: [
          ...constraint.onlyDependOnLibsWithTags,
          ...triedIn(constraint),
          'layer:test',
        ],
      }
    : constraint,
);

/** The rule's options; `allow` holds patterns of relative imports that may cross into another project. */
export const boundaries = (constraints, allow = []) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      allow,
      depConstraints: constraints,
      enforceBuildableLibDependency: false,
      banTransitiveDependencies: true,
      // The kit implements platform's ports, and platform's own tests use the kit; code that ships may not.
      ignoredCircularDependencies: [['test-kit', 'platform']],
    },
  ],
});
