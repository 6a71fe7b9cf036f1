import { beforeAll, describe, expect, it } from '@jest/globals';
import { BundledSimulation } from '../test/bundled-simulation.fixture';
import { INJECTED_BUGS } from './bugs/injected-bugs';

const LONGEST_MS = 240_000;
const TWICE = { seed: 'twice' };

const simulation = new BundledSimulation();
beforeAll(() =>
  simulation.start('injected-bugs', [TWICE, TWICE, ...INJECTED_BUGS.map(({ name }) => ({ bug: name }))]),
);

describe('a run', () => {
  it(
    'is the same for the same seed',
    async () => {
      const first = await simulation.result(0);
      expect(first).toMatchObject({ outcome: 'passed' });
      expect(await simulation.result(1)).toEqual(first);
    },
    LONGEST_MS,
  );
});

describe('the auditor', () => {
  it.each(INJECTED_BUGS.map((bug, index) => [bug.name, bug, index + 2] as const))(
    'catches that %s',
    async (name, { finding, shownBy }, index) => {
      const result = await simulation.result(index);
      expect(result).toMatchObject({ outcome: 'found', finding: expect.stringMatching(finding) });
      if (result.seed !== `bug ${shownBy}`) console.log(`${result.seed} shows that ${name} now`);
    },
    LONGEST_MS,
  );
});
