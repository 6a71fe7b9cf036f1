import { describe, expect, it } from '@jest/globals';
import type { RunningExchange } from '../../kit/running-exchange';

/** The load is offered and accounted for; how long an order takes depends on the machine. */
export function loadCases(exchange: RunningExchange): void {
  describe('npm run load', () => {
    it('times orders, says what they cost beside the bare floor, and finds every one of them again', async () => {
      const options = ['--idle', '--orders', '60', '--accounts', '2', '--data-dir', exchange.folder];
      const { code, output } = await exchange.finished(['tools/run.mjs', 'load', ...options]);
      expect(output).toMatch(/^order due → accepted +p50 .* p99 .* p99\.9 .*\(60 samples\)$/m);
      expect(output).toMatch(/^order due → both sides told of the fill +p50 .*\(30 samples\)$/m);
      expect(output).toMatch(/^account-service +\d+\.\d+ +\d+ %$/m);
      expect(output).toMatch(/^nothing lost: 60 acknowledged orders found, 30 trades told to both sides$/m);
      expect(output).toMatch(/^ +\d+\.\d+ ms of CPU an order, .* % of the bare floor's speed$/m);
      expect(code).toBe(0);
    });
  });
}
