import {
  listAt,
  mappingAt,
  type Mapping,
  podSpec,
  type Resource,
  type Value,
  valueAt,
} from './kustomize/resource';

export type Environment = Readonly<Record<string, string>>;

/** Says what a Service is called in variables: `NATS_SERVICE_HOST` for `nats`. */
const shouted = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** What Kubernetes tells a pod of a Service, as Docker once told of linked containers. */
function linksTo(service: Resource, address: string): Environment {
  const name = shouted(service.metadata.name);
  const ports = listAt(valueAt(service, 'spec.ports'));
  const first = String(ports[0]?.['port']);
  const variables: Record<string, string> = {
    [`${name}_SERVICE_HOST`]: address,
    [`${name}_SERVICE_PORT`]: first,
    [`${name}_PORT`]: `tcp://${address}:${first}`,
  };
  for (const port of ports.map((one) => String(one['port']))) {
    const prefix = `${name}_PORT_${port}_TCP`;
    variables[prefix] = `tcp://${address}:${port}`;
    variables[`${prefix}_PROTO`] = 'tcp';
    variables[`${prefix}_PORT`] = port;
    variables[`${prefix}_ADDR`] = address;
  }
  return variables;
}

/** The Services of the namespace as variables, unless the pod has said that it wants none; the cluster's own always. */
function serviceLinks(resources: readonly Resource[], pod: Mapping): Environment {
  const cluster = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_PORT: 'tcp://10.0.0.1:443' };
  if (pod['enableServiceLinks'] === false) return cluster;
  const services = resources.filter(({ kind }) => kind === 'Service');
  return Object.assign(
    {},
    cluster,
    ...services.map((one, at) => linksTo(one, `10.0.1.${at + 1}`)),
  ) as Environment;
}

class Namespace {
  constructor(private readonly resources: readonly Resource[]) {}

  /** What a ConfigMap or Secret holds. Throws when there is none: the pod wouldn't start. */
  dataOf(kind: 'ConfigMap' | 'Secret', name: Value): Environment {
    const found = this.resources.find((one) => one.kind === kind && one.metadata.name === name);
    if (found === undefined) throw new Error(`there is no ${kind} ${String(name)}`);
    const texts = Object.entries(mappingAt(found['data'])).map(([key, value]) => [
      key,
      kind === 'Secret' ? Buffer.from(String(value), 'base64').toString() : String(value),
    ]);
    return Object.fromEntries(texts) as Environment;
  }

  /** Undefined for an optional key that its Secret doesn't have. */
  valueOf(variable: Mapping, podName: string): string | undefined {
    if (variable['value'] !== undefined) return String(variable['value']);
    const from = mappingAt(variable['valueFrom']);
    if (valueAt(from, 'fieldRef.fieldPath') === 'metadata.name') return podName;
    const secret = mappingAt(from['secretKeyRef']);
    const value = this.dataOf('Secret', secret['name'])[String(secret['key'])];
    if (value === undefined && secret['optional'] !== true)
      throw new Error(`Secret ${String(secret['name'])} has no ${String(secret['key'])}`);
    return value;
  }
}

/** The environment that Kubernetes gives a container of this workload, in the pod with this name. */
export function containerEnvironment(
  resources: readonly Resource[],
  { workload, container, podName }: { workload: Resource; container: Mapping; podName: string },
): Environment {
  const namespace = new Namespace(resources);
  const sources = listAt(container['envFrom']).map(({ configMapRef, secretRef }) =>
    configMapRef === undefined
      ? namespace.dataOf('Secret', mappingAt(secretRef)['name'])
      : namespace.dataOf('ConfigMap', mappingAt(configMapRef)['name']),
  );
  const own = listAt(container['env']).flatMap((variable) => {
    const value = namespace.valueOf(variable, podName);
    return value === undefined ? [] : [[String(variable['name']), value] as const];
  });
  const links = serviceLinks(resources, podSpec(workload) ?? {});
  return Object.assign({}, links, ...sources, Object.fromEntries(own)) as Environment;
}

/** The names of a container's variables, the Secrets' values not needed: a base has none. */
export function variableNames(resources: readonly Resource[], container: Mapping): readonly string[] {
  const maps = listAt(container['envFrom']).flatMap(({ configMapRef }) => {
    const name = mappingAt(configMapRef)['name'];
    const map = resources.find((one) => one.kind === 'ConfigMap' && one.metadata.name === name);
    return Object.keys(mappingAt(map?.['data']));
  });
  return [...maps, ...listAt(container['env']).map(({ name }) => String(name))];
}
