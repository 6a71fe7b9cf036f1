import { type ServiceName, SERVICES } from '@exchange/core/kernel';
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import YAML from 'yaml';
import { operatorKeys } from '../../kit/chain/dev-keys';
import type { Kustomization } from './kustomize/kustomization';
import { render } from './kustomize/render';
import { listAt, type Mapping, mappingAt, podSpec, type Resource, valueAt } from './kustomize/resource';
import { renderChanged } from './overlay';
import { containerEnvironment, variableNames } from './pod-environment';
import {
  APP_SETTINGS,
  APPS_WITH_A_CHAIN,
  fieldsOf,
  initFields,
  isRequired,
  JUDGING,
  OF_THE_CONTRACT,
} from './settings';

const DEV = 'k8s/overlays/dev';
const TWO_ENGINES = 'k8s/overlays/dev-two-engines';
const OVERLAYS = [DEV, TWO_ENGINES];

const workloadsOf = (resources: readonly Resource[]) => resources.filter((one) => podSpec(one) !== undefined);
const podOf = (resource: Resource): Mapping => podSpec(resource) ?? {};
const labelOf = (resource: Resource, label: string) =>
  mappingAt(resource.metadata['labels'])[`app.kubernetes.io/${label}`];
const appsOf = (resources: readonly Resource[]) =>
  workloadsOf(resources).filter((one) => labelOf(one, 'component') !== undefined);

/** The app that a workload runs: what its image is called. */
const appOf = (resource: Resource): ServiceName =>
  /exchange\/([a-z-]+)/.exec(String(appContainer(resource)['image']))?.[1] as ServiceName;
const appContainer = (resource: Resource): Mapping => listAt(podOf(resource)['containers'])[0] ?? {};

const missing = (name: string): never => {
  throw new Error(`there is no workload ${name}`);
};

const named = (resources: readonly Resource[], name: string) =>
  workloadsOf(resources).find((one) => one.metadata.name === name) ?? missing(name);

const environmentOf = (resources: readonly Resource[], workload: Resource) =>
  containerEnvironment(resources, {
    workload,
    container: appContainer(workload),
    podName: `${workload.metadata.name}-0`,
  });

describe.each(['k8s/base', ...OVERLAYS])('%s', (folder) => {
  const resources = render(folder);

  it('keeps the names of Services out of all environments', () => {
    const pods = workloadsOf(resources);
    expect(pods.length).toBeGreaterThan(7);
    const linked = pods.filter((one) => podOf(one)['enableServiceLinks'] !== false);
    expect(linked.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  it('gives every app probes, time to stop, a quick leave of lost nodes, and nothing it could harm', () => {
    for (const workload of appsOf(resources)) {
      const pod = podOf(workload);
      const app = appContainer(workload);
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true },
      });
      expect(app).toMatchObject({
        securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        livenessProbe: { httpGet: { path: '/health/live' } },
        readinessProbe: { httpGet: { path: '/health/ready' } },
        resources: { requests: { cpu: expect.anything() }, limits: { memory: expect.anything() } },
      });
      const patience = listAt(pod['tolerations']).map(({ key, tolerationSeconds }) => [
        key,
        tolerationSeconds,
      ]);
      expect(patience).toEqual([
        ['node.kubernetes.io/not-ready', 30],
        ['node.kubernetes.io/unreachable', 30],
      ]);
    }
  });

  it('gives each process its own time to stop after it was taken from its Service', () => {
    const shared = resources.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && /^exchange-\w{10}$/.test(metadata.name),
    );
    const stopSeconds = Number(valueAt(shared, 'data.STOP_WITHIN_MS')) / 1000;
    expect(stopSeconds).toBeGreaterThan(0);
    for (const workload of appsOf(resources)) {
      const wait = valueAt(appContainer(workload), 'lifecycle.preStop.exec.command');
      if (labelOf(workload, 'component') === 'gateway') expect(wait).toEqual(['sleep', expect.anything()]);
      const seconds = Number((wait as string[] | undefined)?.[1] ?? 0);
      expect(podOf(workload)['terminationGracePeriodSeconds']).toBeGreaterThan(seconds + stopSeconds);
    }
  });

  it('spreads what runs several times over zones and nodes, and lets a share of it go at once', () => {
    const several = appsOf(resources).filter((one) => Number(valueAt(one, 'spec.replicas')) > 1);
    expect(several.map(appOf)).toEqual(
      expect.arrayContaining(['matching-engine', 'rest-gateway', 'ws-gateway']),
    );
    for (const workload of several) {
      const labels = mappingAt(valueAt(workload, 'spec.selector.matchLabels'));
      const spread = listAt(podOf(workload)['topologySpreadConstraints']);
      expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ]);
      for (const one of spread) expect(valueAt(one, 'labelSelector.matchLabels')).toEqual(labels);
      const budgets = resources.filter(
        (one) =>
          one.kind === 'PodDisruptionBudget' &&
          JSON.stringify(valueAt(one, 'spec.selector.matchLabels')) === JSON.stringify(labels),
      );
      expect(budgets.map((one) => valueAt(one, 'spec.maxUnavailable'))).toEqual([
        expect.stringMatching(/^\d+%$/),
      ]);
    }
  });

  it("gives no app a variable that it doesn't read, but for what all have in common", () => {
    const known = (app: ServiceName) => [...fieldsOf(app).map(({ env }) => env), 'NODE_ENV'];
    const anybody = SERVICES.flatMap(known);
    for (const workload of appsOf(resources)) {
      const given = variableNames(resources, appContainer(workload));
      expect(given.filter((env) => !anybody.includes(env))).toEqual([]);
      const own = resources.find(
        ({ kind, metadata }) =>
          kind === 'ConfigMap' && metadata.name.replace(/-\w{10}$/, '') === appOf(workload),
      );
      const strange = Object.keys(mappingAt(own?.['data'])).filter(
        (env) => !known(appOf(workload)).includes(env),
      );
      expect([appOf(workload), own?.kind, strange]).toEqual([appOf(workload), 'ConfigMap', []]);
    }
  });
});

describe.each(OVERLAYS)('%s', (folder) => {
  const resources = render(folder);

  it('lets all who read the chain judge it alike, and none by a setting of its own', () => {
    const readers = appsOf(resources).filter((one) => APPS_WITH_A_CHAIN.includes(appOf(one)));
    expect(readers.map(appOf).sort()).toEqual([...APPS_WITH_A_CHAIN].sort());
    const judged = readers.map((one) => {
      const environment = environmentOf(resources, one);
      return JSON.stringify(JUDGING.map((env) => environment[env] ?? null));
    });
    expect([...new Set(judged)]).toHaveLength(1);
  });

  it('gives every app what it needs, and its secrets from its own Secret', () => {
    for (const workload of appsOf(resources)) {
      const app = appOf(workload);
      const environment = environmentOf(resources, workload);
      const needed = fieldsOf(app).filter(
        (field) => isRequired(field) && !OF_THE_CONTRACT.includes(field.env),
      );
      expect(needed.filter(({ env }) => !environment[env])).toEqual([]);
      const secrets = listAt(appContainer(workload)['env']).flatMap(
        (variable) => valueAt(variable, 'valueFrom.secretKeyRef.name') ?? [],
      );
      expect(new Set(secrets.map((name) => String(name).replace(/-\w{10}$/, '')))).toEqual(new Set([app]));
      expect(appContainer(workload)['args']).toContain('--env-file=/deployment/exchange.env');
    }
  });

  it("has the operators' desk look at every process of every app, ready or not, and lets nobody else do so", () => {
    const { OPERATOR_WATCHED = '' } = environmentOf(resources, named(resources, 'operator-gateway'));
    const watched = new Map(
      OPERATOR_WATCHED.split(',').map((pair) => pair.split('=') as [name: string, url: string]),
    );
    const workloads = appsOf(resources);
    expect([...watched.keys()].sort()).toEqual(workloads.map(({ metadata }) => metadata.name).sort());
    for (const workload of workloads) {
      const url = new URL(watched.get(workload.metadata.name) ?? '');
      const service = resources.find(
        ({ kind, metadata }) => kind === 'Service' && metadata.name === url.hostname,
      );
      expect(service?.['spec']).toEqual({
        ...{ clusterIP: 'None', publishNotReadyAddresses: true },
        selector: valueAt(workload, 'spec.selector.matchLabels'),
        ports: [{ name: 'internal', port: Number(url.port), targetPort: 'internal' }],
      });
      expect(environmentOf(resources, workload)['INTERNAL_PORT']).toBe(url.port);
    }
    const policy = resources.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'sight',
    );
    expect(valueAt(policy, 'spec.ingress')).toEqual([
      {
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'operator-gateway' } } }],
        ports: [{ port: 9100 }],
      },
    ]);
  });

  it('gives every engine that has markets two processes, and each market one engine', () => {
    const engines = appsOf(resources).filter((one) => appOf(one) === 'matching-engine');
    const environments = engines.map((one) => environmentOf(resources, one));
    const maps = new Set(environments.map(({ ENGINE_MARKETS }) => ENGINE_MARKETS));
    expect(maps.size).toBe(1);
    const named = [...maps][0]?.split(',').map((entry) => entry.split('=')[1]);
    expect(new Set(named)).toEqual(new Set(environments.map(({ ENGINE_NAME }) => ENGINE_NAME)));
    for (const engine of engines) expect(valueAt(engine, 'spec.replicas')).toBe(2);
  });
});

it('a pod that says nothing of service links is told where each Service is', () => {
  const resources = render(DEV);
  const nats = structuredClone(named(resources, 'nats'));
  const environment = () => environmentOf(resources, nats);
  expect(environment()['NATS_SERVICE_HOST']).toBeUndefined();
  Object.assign(podOf(nats), { enableServiceLinks: undefined });
  expect(environment()).toMatchObject({
    NATS_PORT: expect.stringMatching(/^tcp:\/\/[\d.]+:4222$/),
    NATS_SERVICE_HOST: expect.stringMatching(/^[\d.]+$/),
    CHAIN_PORT_8545_TCP: expect.stringMatching(/^tcp:/),
  });
});

describe('an overlay', () => {
  const literals = (app: ServiceName) =>
    fieldsOf(app)
      .filter(({ secret }) => !secret)
      .map(({ env }) => env);
  const IDENTITIES = ['NATS_USER', 'ENGINE_NAME', 'ENGINE_INSTANCE', 'SERVICE_INSTANCE'];

  it.each(SERVICES)('can set every setting of %s, but for who it is', (app) => {
    const settings = literals(app);
    const resources = renderChanged(DEV, {
      configMapGenerator: [
        { name: app, behavior: 'merge', literals: settings.map((env) => `${env}=set-${env}`) },
      ],
    });
    const environment = environmentOf(resources, named(resources, app));
    const deaf = settings.filter((env) => environment[env] !== `set-${env}`);
    expect(deaf.filter((env) => !IDENTITIES.includes(env))).toEqual([]);
  });

  const texts = (resources: readonly Resource[]) => new Set(resources.map((one) => JSON.stringify(one)));
  const changedBy = (change: Parameters<typeof renderChanged>[1]) => {
    const before = texts(renderChanged(DEV, {}));
    const after = renderChanged(DEV, change);
    return after.filter((one) => !before.has(JSON.stringify(one)));
  };

  it('that sets a log level restarts that app, and changes no Job', () => {
    const literal = { name: 'account-service', behavior: 'merge', literals: ['LOG_LEVEL=debug'] } as const;
    const changed = changedBy({ configMapGenerator: [literal] });
    expect(changed.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      expect.stringMatching(/Deployment|StatefulSet/),
    ]);
    expect(changed.map(({ metadata }) => metadata.name.replace(/-\w{10}$/, ''))).toEqual([
      'account-service',
      'account-service',
    ]);
  });

  it("that configures or tags the init job anew has a new Job, since a Job can't be changed", () => {
    const jobIn = (resources: readonly Resource[]) =>
      resources.find(
        ({ kind, metadata }) => kind === 'Job' && metadata.name.startsWith('exchange-init'),
      ) as Resource;
    const before = jobIn(render(DEV));
    expect(before.metadata.name).toMatch(/^exchange-init-\w{10}$/);
    const replicas = { name: 'exchange-init', behavior: 'merge', literals: ['NATS_REPLICAS=3'] } as const;
    expect(jobIn(changedBy({ configMapGenerator: [replicas] })).metadata.name).not.toBe(before.metadata.name);

    const { replacements } = YAML.parse(readFileSync(`${DEV}/kustomization.yaml`, 'utf8')) as Kustomization;
    const released = changedBy({
      images: [{ name: 'exchange/init', newTag: 'v2' }],
      replacements: replacements ?? [],
    });
    expect(jobIn(released).metadata.name).not.toBe(before.metadata.name);
    // Nothing else has a name that follows from something that may change, but for what it is called after.
    const references = JSON.stringify(podOf(before)).match(/[a-z-]+-[a-z0-9]{10}/g);
    expect(new Set(references)).toEqual(new Set([before.metadata.name]));
  });
});

describe('the development overlay', () => {
  it('gives the init job every key it needs, and each service its own keys of a development chain', () => {
    const resources = render(DEV);
    const job = resources.find(
      ({ kind, metadata }) => kind === 'Job' && metadata.name.startsWith('exchange-init'),
    ) as Resource;
    const given = environmentOf(resources, job);
    expect(initFields.filter((field) => isRequired(field) && !given[field.env])).toEqual([]);
    const settlement = environmentOf(resources, named(resources, 'settlement-service'));
    expect(settlement['SETTLER_KEY']).toBe(operatorKeys.settler.privateKey);
    const attester = environmentOf(resources, named(resources, 'attester'));
    expect(attester['ATTESTER_KEY']).toBe(operatorKeys.attester.privateKey);
    expect(attester['COSIGNER_KEY']).toBe(operatorKeys.coSigner.privateKey);
    expect([settlement['ATTESTER_KEY'], settlement['COSIGNER_KEY'], attester['SETTLER_KEY']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(readFileSync('deploy/make-secrets.mjs', 'utf8')).toContain(operatorKeys.settler.privateKey);
  });

  it('makes a database that sorts by bytes', () => {
    const resources = render(DEV);
    const environment = environmentOf(resources, named(resources, 'postgres'));
    expect(environment['POSTGRES_INITDB_ARGS']).toContain('--locale=C');
  });
});

it('the base is free of secrets, and has a part for every app', () => {
  const resources = render('k8s/base');
  expect(resources.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  expect(new Set(appsOf(resources).map(appOf))).toEqual(new Set(Object.keys(APP_SETTINGS)));
});
