/** Every metric of the exchange: name, kind, help, unit, labels with what bounds them, and who exports it. */
import type { ProgramName } from '@exchange/core/kernel';
import * as chainMetrics from './chain';
import * as gatewayMetrics from './gateways';
import * as marketMetrics from './markets';
import type { MetricDefinition } from './metric';
import * as moneyMetrics from './money';
import * as processMetrics from './process';
import * as signerMetrics from './signer';
import * as turnMetrics from './turn';

export * from './metric';
export {
  chainMetrics,
  gatewayMetrics,
  marketMetrics,
  moneyMetrics,
  processMetrics,
  signerMetrics,
  turnMetrics,
};

const { resources, ...ownOfProcesses } = processMetrics;

/** The metrics by the topic under which docs/operations/metrics.md lists them. */
export const CATALOGUE: readonly { readonly topic: string; readonly metrics: readonly MetricDefinition[] }[] =
  [
    { topic: 'Every process', metrics: Object.values(ownOfProcesses) },
    { topic: 'What every process uses', metrics: Object.values(resources) },
    { topic: 'Services that decide in turns', metrics: Object.values(turnMetrics) },
    { topic: 'Gateways', metrics: Object.values(gatewayMetrics) },
    { topic: 'Orders, markets and rates', metrics: Object.values(marketMetrics) },
    { topic: 'Settlement, attestation and solvency', metrics: Object.values(moneyMetrics) },
    { topic: 'The remote signer', metrics: Object.values(signerMetrics) },
    { topic: 'The chain and its nodes', metrics: Object.values(chainMetrics) },
  ];

/** All of them. */
export const METRICS: readonly MetricDefinition[] = CATALOGUE.flatMap(({ metrics }) => metrics);

/** What a service, or the signer, exports. */
export const metricsOf = (service: ProgramName): readonly MetricDefinition[] =>
  METRICS.filter(({ services }) => services.includes(service));

/** The names under which Prometheus stores a metric. */
export const seriesOf = ({ kind, name }: Pick<MetricDefinition, 'kind' | 'name'>): readonly string[] =>
  kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
