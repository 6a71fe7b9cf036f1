import { createRequire } from 'node:module';
import { expect, it } from '@jest/globals';

interface Limited {
  timeout?: number;
}
type Environment = new (context: { projectConfig: object }) => {
  handleTestEvent(
    event: { name: string; test?: Limited; hook?: Limited },
    state: { testTimeout: number },
  ): void;
};

it('a patient run gives each test and hook a multiple of its time, once', () => {
  process.env['TEST_PATIENCE'] = '3';
  const Patient = createRequire(import.meta.url)('./environment.cjs') as Environment;
  const environment = new Patient({ projectConfig: {} });
  const state = { testTimeout: 60 };
  const [own, plain, hook]: Limited[] = [{ timeout: 100 }, {}, { timeout: 10 }];
  for (let time = 0; time < 2; time += 1) {
    environment.handleTestEvent({ name: 'test_start', test: own }, state);
    environment.handleTestEvent({ name: 'test_start', test: plain }, state);
    environment.handleTestEvent({ name: 'hook_start', hook }, state);
    environment.handleTestEvent({ name: 'run_finish' }, state);
  }
  expect([own, plain, hook]).toEqual([{ timeout: 300 }, { timeout: 180 }, { timeout: 30 }]);
});
