import { describe, expect, it } from '@jest/globals';
import type { RunningExchange } from '../../kit/running-exchange';

const SECONDS = '12';
const TRADERS = '4';

/** What `npm run check:books` looks at while a few accounts trade, with hidden, pegged and stop orders too. */
export function checkBooksCases(exchange: RunningExchange): void {
  describe('npm run check:books', () => {
    it('finds every book true and never crossed while accounts trade', async () => {
      const args = ['tools/run.mjs', 'check-books', '--seconds', SECONDS, '--traders', TRADERS];
      const { code, output } = await exchange.finished(args);
      expect(output).toContain('every book was true, and none was ever crossed');
      const compared = [...output.matchAll(/^ {2}.* (\d+) states compared$/gm)].map(([, states]) =>
        Number(states),
      );
      expect(compared).toHaveLength(17);
      expect(Math.min(...compared)).toBeGreaterThan(20);
      expect(output).toMatch(new RegExp(`^${TRADERS} traders: .*[1-9]\\d* filled`, 'm'));
      expect(code).toBe(0);
    });
  });
}
