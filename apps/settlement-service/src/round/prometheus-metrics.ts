import { Counter, Gauge, type Registry } from 'prom-client';
import type { SettlementMetrics } from './settlement-metrics';

/** The metrics of settlement, as Prometheus reads them. */
export function createSettlementMetrics(registry: Registry): SettlementMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const balance = gauge('settler_balance_wei', 'What the settler can pay with');
  const price = gauge('settler_gas_price_wei', 'What a unit of gas costs now');
  const runway = gauge('settler_runway_batches', 'Full batches that the balance pays for at that price');
  const fit = gauge('settler_keys_fit', 'Settlers that could send');
  const active = new Gauge({
    ...{ name: 'settler_active', help: '1 for the settler that sends, 0 for those that stand by' },
    ...{ labelNames: ['settler'], registers },
  });
  const answers = new Counter({
    ...{ name: 'settler_transactions_total', help: 'Transactions given to the node, by its answer' },
    ...{ labelNames: ['answer'], registers },
  });
  return {
    funds(funds) {
      balance.set(Number(funds.balance));
      price.set(Number(funds.price));
      runway.set(Number(funds.runway));
    },
    settlers(found) {
      fit.set(found.fit);
      for (const settler of found.all) active.set({ settler }, settler === found.active ? 1 : 0);
    },
    answered: (kind) => answers.inc({ answer: kind }),
  };
}
