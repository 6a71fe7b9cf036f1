import { isMapping, type Mapping, type Value } from './resource';

/** By which key the elements of a list are told apart; lists that aren't here are replaced as a whole. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  env: 'name',
  volumes: 'name',
  ports: 'containerPort',
  volumeMounts: 'mountPath',
  topologySpreadConstraints: 'topologyKey',
};

/** A strategic merge patch, as Kubernetes defines it: mappings deeply, lists by key; null takes a member away. */
export function mergePatch(base: Mapping, patch: Mapping): Mapping {
  const merged = { ...base };
  for (const [key, value] of Object.entries(patch)) merged[key] = mergedValue(key, base[key], value);
  return Object.fromEntries(Object.entries(merged).filter(([key]) => patch[key] !== null));
}

function mergedValue(key: string, base: Value, patch: Value): Value {
  if (isMapping(base) && isMapping(patch)) return mergePatch(base, patch);
  const mergeKey = MERGE_KEYS[key];
  if (mergeKey === undefined || !Array.isArray(base) || !Array.isArray(patch)) return patch;
  return mergeLists(base as readonly Mapping[], patch as readonly Mapping[], mergeKey);
}

/** What the patch names stands in front, in its order, as kustomize puts it. */
function mergeLists(base: readonly Mapping[], patch: readonly Mapping[], mergeKey: string): Mapping[] {
  const same = (one: Mapping) => (other: Mapping) => one[mergeKey] === other[mergeKey];
  const named = patch.map((change) => {
    const element = base.find(same(change));
    return element === undefined ? change : mergePatch(element, change);
  });
  return [...named, ...base.filter((element) => !patch.some(same(element)))];
}
