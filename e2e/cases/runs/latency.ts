import { describe, expect, it } from '@jest/globals';
import type { RunningExchange } from '../../kit/running-exchange';

/** The stopwatch works; how long an order takes depends on the machine. */
export function latencyCases(exchange: RunningExchange): void {
  describe('npm run latency', () => {
    it('times orders until they are accepted and until both sides know of the fill', async () => {
      const { code, output } = await exchange.finished(['tools/run.mjs', 'latency', '--orders', '60']);
      expect(output).toMatch(/^placeOrder → accepted +p50 .* p99 .* p99\.9 .*\(60 samples\)$/m);
      expect(output).toMatch(/^placeOrder → both sides know of the fill +p50 .*\(60 samples\)$/m);
      expect(code).toBe(0);
    });
  });
}
