import { createHash } from 'node:crypto';
import {
  containersOf,
  listAt,
  mappingAt,
  podSpec,
  type Mapping,
  type Resource,
  setAt,
  valueAt,
} from './resource';

/** A further place that holds the name of a generated object: `nameReference` of a kustomization. */
export interface NamePlace {
  /** The kind of the object that is named. */
  readonly kind: string;
  readonly path: string;
  /** The kind of the object that names it. */
  readonly in: string;
}

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]));
};

/** As Go writes JSON: keys in order, and what HTML might misread escaped. */
const asGoWrites = (value: unknown): string =>
  JSON.stringify(sorted(value)).replace(
    /[<>&]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** No vowels, and nothing that looks like a number at first sight. */
const LETTERS: Readonly<Record<string, string>> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };

/** The suffix that kustomize gives a generated ConfigMap or Secret; it leaves the name out, but for the member itself. */
function hashOf({ kind, data, type }: Resource): string {
  const content = { data: data ?? '', kind, name: '', ...(kind === 'Secret' ? { type } : {}) };
  const hex = createHash('sha256').update(asGoWrites(content)).digest('hex');
  return hex.slice(0, 10).replace(/[013ae]/g, (digit) => LETTERS[digit] ?? '');
}

/** Adds the hash of its content to each name in `hashed`, and says it wherever the object is named. */
export function addHashes(
  resources: readonly Resource[],
  hashed: ReadonlySet<Resource>,
  places: readonly NamePlace[],
): void {
  const names = new Map<string, string>();
  for (const resource of hashed) {
    const { kind, metadata } = resource;
    const name = `${metadata.name}-${hashOf(resource)}`;
    names.set(`${kind} ${metadata.name}`, name);
    metadata.name = name;
  }
  const rename = (kind: string, holder: Mapping, key: string) => {
    const name = names.get(`${kind} ${String(holder[key])}`);
    if (name !== undefined) holder[key] = name;
  };
  for (const resource of resources) {
    const pod = podSpec(resource);
    if (pod) renameInPod(pod, rename);
    for (const { kind, path } of places.filter((place) => place.in === resource.kind)) {
      const name = names.get(`${kind} ${String(valueAt(resource, path))}`);
      if (name !== undefined) setAt(resource, path, name);
    }
  }
}

function renameInPod(pod: Mapping, rename: (kind: string, holder: Mapping, key: string) => void): void {
  for (const container of containersOf(pod)) {
    for (const source of listAt(container['envFrom'])) {
      rename('ConfigMap', mappingAt(source['configMapRef']), 'name');
      rename('Secret', mappingAt(source['secretRef']), 'name');
    }
    for (const variable of listAt(container['env'])) {
      rename('ConfigMap', mappingAt(valueAt(variable, 'valueFrom.configMapKeyRef')), 'name');
      rename('Secret', mappingAt(valueAt(variable, 'valueFrom.secretKeyRef')), 'name');
    }
  }
  for (const volume of listAt(pod['volumes'])) {
    rename('ConfigMap', mappingAt(volume['configMap']), 'name');
    rename('Secret', mappingAt(volume['secret']), 'secretName');
  }
}
