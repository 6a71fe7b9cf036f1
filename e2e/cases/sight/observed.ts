import { describe, expect, it } from '@jest/globals';
import { Prometheus } from '../../kit/sight/prometheus';
import type { RunningExchange } from '../../kit/running-exchange';
import { until } from '../../kit/until';

const SEEN_MS_MAX = 60_000;

/** They judge how quick the machine is, which a test shares with others. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set([
  'orders_accepted_quickly_burns_fast',
  'orders_accepted_quickly_burns_slowly',
  'orders_matched_late',
  'fills_told_late',
  'event_loop_late',
]);

/** `npm start -- --observe`: Prometheus beside a healthy exchange, with the rules as they are. */
export function observedCases(exchange: RunningExchange): void {
  describe('the Prometheus of an exchange that is observed', () => {
    const prometheus = new Prometheus(exchange);

    it('sees every process, by its name', async () => {
      await until('every target to be up', SEEN_MS_MAX, async () =>
        (await prometheus.targets()).every(({ health }) => health === 'up'),
      );
      const seen = (await prometheus.targets()).map(({ labels }) => [labels['instance'], labels['service']]);
      const processes = exchange.endpoints.processes.map(({ name, app }) => [name, app]);
      expect(seen.sort()).toEqual(processes.sort());
      const up = await prometheus.query('count by (job) (up == 1)');
      expect(up.map(({ metric, value }) => [metric['job'], Number(value[1])])).toEqual([
        ['exchange', processes.length],
      ]);
    });

    it('records what the rules say', async () => {
      await until(
        'a recording',
        SEEN_MS_MAX,
        async () => (await prometheus.query('service:up:ratio')).length > 0,
      );
      const ratios = await prometheus.query('service:up:ratio');
      expect(ratios.map(({ value }) => Number(value[1]))).toEqual(ratios.map(() => 1));
      // A rate takes two looks at a counter, so its recording comes later than the others.
      await until('a rate of commands', SEEN_MS_MAX, async () => {
        const commands = await prometheus.query('sum(command:ws_commands:rate5m)');
        return Number(commands[0]?.value[1] ?? '0') > 0;
      });
    });

    it('lets no alert fire', async () => {
      const firing = await prometheus.firing();
      expect(firing.filter((name) => !OF_THE_MACHINE.has(name))).toEqual([]);
    });
  });
}
