import { describe, expect, it } from '@jest/globals';
import path from 'node:path';
import type { RunningExchange } from '../../kit/running-exchange';

/**
 * What the engine recorded of everything so far, done again by another process. To come before the record is long: a
 * snapshot makes the engine forget what it covers.
 */
export function replayCases(exchange: RunningExchange): void {
  describe('npm run replay', () => {
    it('makes again, from a file, every byte that the engine has published', async () => {
      const file = path.join(exchange.folder, 'recording');
      const saved = await exchange.finished(['tools/run.mjs', 'replay', '--save', file]);
      expect(saved.output).toMatch(/^replay: saved [1-9]\d* reports of [1-9]\d* markets to /);
      expect(saved.code).toBe(0);

      const { code, output } = await exchange.finished(['tools/run.mjs', 'replay', '--file', file]);
      expect(output).toMatch(/ with [1-9]\d* trades, in [1-9]\d* messages/);
      expect(output).toMatch(/^replay: every byte and every state is the same/m);
      expect(code).toBe(0);
    });
  });
}
