/** A part of a manifest as parsed YAML. */
export type Value = string | number | boolean | null | undefined | readonly Value[] | Mapping;
export interface Mapping {
  [key: string]: Value;
}

/** An object of Kubernetes. */
export interface Resource extends Mapping {
  kind: string;
  metadata: Mapping & { name: string };
}

export const isMapping = (value: Value): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const mappingAt = (value: Value): Mapping => (isMapping(value) ? value : {});
export const listAt = (value: Value): readonly Mapping[] =>
  Array.isArray(value) ? (value as readonly Value[]).map(mappingAt) : [];

/** What lies at `spec.template.spec` and the like; a number is a place in a list. */
export function valueAt(root: Value, path: string): Value {
  return path.split(/[./]/).reduce<Value>((value, key) => {
    if (Array.isArray(value)) return (value as readonly Value[])[Number(key)];
    return mappingAt(value)[key];
  }, root);
}

/** Sets what lies at the path, whose last part is a key of a mapping that is there. */
export function setAt(root: Value, path: string, value: Value): void {
  const parts = path.split(/[./]/);
  const key = parts.pop() ?? '';
  const place = parts.length === 0 ? root : valueAt(root, parts.join('.'));
  if (!isMapping(place)) throw new Error(`there is no ${path}`);
  place[key] = value;
}

/** The pod that a workload makes; undefined for what makes none. */
export function podSpec(resource: Resource): Mapping | undefined {
  const spec = valueAt(resource, 'spec.template.spec');
  return isMapping(spec) ? spec : undefined;
}

/** Its init containers, then those that stay. */
export const containersOf = (pod: Mapping): readonly Mapping[] => [
  ...listAt(pod['initContainers']),
  ...listAt(pod['containers']),
];
