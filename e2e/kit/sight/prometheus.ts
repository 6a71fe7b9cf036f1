import { present } from '@exchange/core/kernel';
import type { RunningExchange } from '../running-exchange';
import { until } from '../until';

const SEEN_MS_MAX = 20_000;

export interface PrometheusSample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [at: number, value: string];
}

export interface ScrapeTarget {
  readonly labels: Readonly<Record<string, string>>;
  readonly health: string;
  readonly lastError: string;
}

/** The Prometheus that was started beside an exchange. */
export class Prometheus {
  constructor(private readonly exchange: RunningExchange) {}

  async query(expression: string): Promise<readonly PrometheusSample[]> {
    const { result } = await this.#ask<{ result: readonly PrometheusSample[] }>(
      `query?query=${encodeURIComponent(expression)}`,
    );
    return result;
  }

  /** Waits until an expression holds for so many series. */
  async holds(expression: string, series: number): Promise<void> {
    const isSo = async () => (await this.query(expression)).length === series;
    await until(`${expression} of ${series} series`, SEEN_MS_MAX, isSo);
  }

  async targets(): Promise<readonly ScrapeTarget[]> {
    return (await this.#ask<{ activeTargets: readonly ScrapeTarget[] }>('targets?state=active'))
      .activeTargets;
  }

  /** The names of the alerts that fire now. */
  async firing(): Promise<readonly string[]> {
    const { alerts } = await this.#ask<{
      alerts: readonly { state: string; labels: { alertname: string } }[];
    }>('alerts');
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  }

  /** Waits until an alert fires, or has fired since some seconds; `names`: one of them. */
  async fired(...names: readonly string[]): Promise<void> {
    const ever = `count_over_time(ALERTS{alertstate="firing", alertname=~"${names.join('|')}"}[30s])`;
    await until(
      `the alert ${names.join(' or ')}`,
      SEEN_MS_MAX,
      async () => (await this.query(ever)).length > 0,
    );
  }

  /** Waits until none of these alerts fires. */
  async cleared(...names: readonly string[]): Promise<void> {
    await until(`the end of ${names.join(', ')}`, SEEN_MS_MAX, async () => {
      const firing = await this.firing();
      return !names.some((name) => firing.includes(name));
    });
  }

  async #ask<T>(what: string): Promise<T> {
    const base = present(this.exchange.endpoints.prometheus, 'Prometheus of the exchange');
    const response = await fetch(`${base}/api/v1/${what}`);
    const { status, data, error } = (await response.json()) as { status: string; data: T; error?: string };
    if (status !== 'success') throw new Error(`Prometheus: ${error}`);
    return data;
  }
}
