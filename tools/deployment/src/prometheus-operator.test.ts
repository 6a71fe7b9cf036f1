import { expect, it } from '@jest/globals';
import { renderChanged } from './overlay';
import { listAt, mappingAt, podSpec, type Resource, valueAt } from './kustomize/resource';

const OVERLAY = 'k8s/overlays/dev';

/** The labels that a workload's pods have. */
const labelsOf = (workload: Resource) => mappingAt(valueAt(workload, 'spec.template.metadata.labels'));
const has = (labels: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, unknown>>) =>
  Object.entries(wanted).every(([label, value]) => labels[label] === value);

it("an overlay with the operator's component scrapes every app on its internal port, and has all rules", () => {
  const resources = renderChanged(OVERLAY, { components: ['../../k8s/components/prometheus-operator'] });
  const ofKind = (kind: string) => resources.filter((one) => one.kind === kind);
  const [monitor] = ofKind('PodMonitor');
  const wanted = mappingAt(valueAt(monitor, 'spec.selector.matchLabels'));
  const [endpoint] = listAt(valueAt(monitor, 'spec.podMetricsEndpoints'));
  expect(endpoint).toMatchObject({ honorLabels: true, path: '/metrics' });
  const apps = resources.filter(
    (one) => mappingAt(one.metadata['labels'])['app.kubernetes.io/component'] !== undefined && podSpec(one),
  );
  expect(apps.length).toBeGreaterThan(9);
  for (const app of apps) {
    const ports = listAt(podSpec(app)?.['containers']).flatMap(({ ports: some }) => listAt(some));
    expect([app.metadata.name, has(labelsOf(app), wanted)]).toEqual([app.metadata.name, true]);
    expect(ports.map(({ name }) => name)).toContain(endpoint?.['port']);
  }
  const groups = listAt(valueAt(ofKind('PrometheusRule')[0], 'spec.groups'));
  expect(groups.flatMap(({ rules }) => listAt(rules)).length).toBeGreaterThan(150);
});

it('the component of a remote signer scrapes it by its address, as a process of the exchange', () => {
  const resources = renderChanged(OVERLAY, { components: ['../../k8s/components/signer-scraped'] });
  const [config] = resources.filter(({ kind }) => kind === 'ScrapeConfig');
  expect(config?.['spec']).toMatchObject({
    honorLabels: true,
    metricsPath: '/metrics',
    staticConfigs: [{ targets: ['signer.internal:9100'], labels: { job: 'exchange', service: 'signer' } }],
  });
});
