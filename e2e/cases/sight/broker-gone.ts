import { describe, it } from '@jest/globals';
import { DeskPage } from '../../kit/sight/desk-page';
import { Prometheus } from '../../kit/sight/prometheus';
import type { RunningExchange } from '../../kit/running-exchange';

/** A broker that answers nobody: an alert, and what the desk shows meanwhile. */
export function brokerGoneCases(exchange: RunningExchange): void {
  describe('a broker that is gone', () => {
    it('is alarming, is seen at the desk, and is over when it is back', async () => {
      const [prometheus, page] = [new Prometheus(exchange), new DeskPage(exchange)];
      await page.shows(/All \d+ processes are ready/);
      const broker = exchange.pidOf('nats');
      process.kill(broker, 'SIGSTOP');
      try {
        await prometheus.fired('broker_gone');
        await page.shows(/\d+ of \d+ processes are not ready.*broker/);
      } finally {
        process.kill(broker, 'SIGCONT');
      }
      await page.shows(/All \d+ processes are ready/);
      await prometheus.cleared('broker_gone');
    });
  });
}
