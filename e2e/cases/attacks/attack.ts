import { describe, expect, it } from '@jest/globals';
import type { RunningExchange } from '../../kit/running-exchange';

const FRAMES = '3000';

/** What no client would send kills nothing, takes no memory, and a client that behaves is served. */
export function attackCases(exchange: RunningExchange): void {
  describe('npm run attack', () => {
    it('finds every process alive and no larger, whatever is sent', async () => {
      const args = ['--frames', FRAMES, '--seed', '1', '--delay-ms', '0'];
      const { code, output } = await exchange.finished(['tools/run.mjs', 'attack', ...args]);
      expect(output).toContain(`${FRAMES} frames in`);
      expect(output).not.toMatch(/^!|not watched/m);
      expect(code).toBe(0);
    });
  });
}
