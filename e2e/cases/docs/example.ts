import { describe, expect, it } from '@jest/globals';
import type { RunningExchange } from '../../kit/running-exchange';

/** The script that newcomers read first does what it says. */
export function exampleCases(exchange: RunningExchange): void {
  describe('examples/place-order.mjs', () => {
    it('deposits, logs in, has its order accepted and leaves nothing behind', async () => {
      const { code, output } = await exchange.finished(['examples/place-order.mjs']);
      expect(output).toContain("'authenticated'");
      expect(output).toMatch(/'ETHDAI',\s+true,\s+false,\s+'ETH',\s+'DAI'/);
      expect(output).toMatch(/order \d+ has ended: canceled/);
      expect(code).toBe(0);
    });
  });
}
