import type { Mapping } from './resource';

/** A ConfigMap or Secret from literals. */
export interface Generator {
  readonly name: string;
  readonly behavior?: 'merge';
  readonly literals: readonly string[];
  readonly options?: { readonly disableNameSuffixHash?: boolean };
}

export interface PatchTarget {
  /** Several, separated by `|`. */
  readonly kind?: string;
  readonly name?: string;
  /** One label that is there, whatever it says. */
  readonly labelSelector?: string;
}

export interface Patch {
  readonly path: string;
  readonly target?: PatchTarget;
}

/** Puts a part of one value into others. */
export interface Replacement {
  readonly source: PatchTarget & {
    readonly fieldPath: string;
    readonly options?: { readonly delimiter: string; readonly index: number };
  };
  readonly targets: readonly { readonly select: PatchTarget; readonly fieldPaths: readonly string[] }[];
}

/** What this repository uses of a kustomization or a component. */
export interface Kustomization {
  readonly namespace?: string;
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly configurations?: readonly string[];
  readonly labels?: readonly { readonly pairs: Mapping; readonly includeTemplates?: boolean }[];
  readonly images?: readonly { readonly name: string; readonly newTag: string }[];
  readonly configMapGenerator?: readonly Generator[];
  readonly secretGenerator?: readonly Generator[];
  readonly patches?: readonly Patch[];
  readonly replacements?: readonly Replacement[];
}

const KNOWN: readonly string[] = [
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'configurations',
  'labels',
  'images',
  'configMapGenerator',
  'secretGenerator',
  'patches',
  'replacements',
] satisfies readonly (keyof Kustomization | 'apiVersion' | 'kind')[];

/** Throws on what this renderer doesn't know: it would be left out in silence. */
export function kustomizationIn(file: string, parsed: Mapping): Kustomization {
  const unknown = Object.keys(parsed).filter((key) => !KNOWN.includes(key));
  if (unknown.length > 0) throw new Error(`${file}: ${unknown.join(', ')} can't be rendered here`);
  return parsed as Kustomization;
}
