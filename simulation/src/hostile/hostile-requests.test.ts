import { describe, expect, it } from '@jest/globals';
import { HostileRequests } from './hostile-requests';

/** More by `HOSTILE_REQUESTS=200000 npx jest -c jest.config.mjs simulation/src/hostile --selectProjects simulation`. */
const COUNT = Number(process.env['HOSTILE_REQUESTS'] ?? 500);

describe('whoever has the credentials of a gateway or an operator', () => {
  it.each(['one', 'two'])(
    'ends no service by a request, and is always answered (seed %s)',
    async (seed) => {
      const hostile = await HostileRequests.open(seed);
      await hostile.send(COUNT);
      await hostile.worksStill();
      for (const [{ pattern }, { done, refused }] of hostile.outcomes) {
        expect([pattern, done + refused > 0]).toEqual([pattern, true]);
      }
    },
    120_000 + COUNT * 100,
  );
});
