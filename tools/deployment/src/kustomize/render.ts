import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import YAML from 'yaml';
import { addHashes, type NamePlace } from './generated-names';
import {
  type Generator,
  type Kustomization,
  kustomizationIn,
  type Patch,
  type Replacement,
  type PatchTarget,
} from './kustomization';
import { mergePatch } from './merge';
import {
  containersOf,
  isMapping,
  listAt,
  mappingAt,
  type Mapping,
  podSpec,
  type Resource,
  setAt,
  valueAt,
} from './resource';

const CLUSTER_WIDE = ['Namespace'];

const documentsIn = (file: string): Mapping[] =>
  YAML.parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJSON() as Mapping);

const BASE64_LINE = 70;

/** In lines as kustomize breaks it: the names of Secrets depend on that. */
function base64(text: string): string {
  const encoded = Buffer.from(text).toString('base64');
  if (encoded.length < BASE64_LINE) return encoded;
  return encoded.replace(new RegExp(`.{1,${BASE64_LINE}}`, 'g'), '$&\n');
}

/** What a folder comes to, while kustomizations add to it one after the other. */
class Rendering {
  resources: Resource[] = [];
  readonly hashed = new Set<Resource>();
  readonly places: NamePlace[] = [];

  /** Adds what a folder's kustomization brings, and then lets it change everything that is there. */
  add(folder: string): void {
    const file = path.join(folder, 'kustomization.yaml');
    const kustomization = kustomizationIn(file, documentsIn(file)[0] ?? {});
    for (const name of kustomization.resources ?? []) this.addResource(path.join(folder, name));
    for (const name of kustomization.configurations ?? []) this.learnPlaces(path.join(folder, name));
    for (const generator of kustomization.configMapGenerator ?? []) this.generate('ConfigMap', generator);
    for (const generator of kustomization.secretGenerator ?? []) this.generate('Secret', generator);
    for (const name of kustomization.components ?? []) this.add(path.join(folder, name));
    this.transform(folder, kustomization);
  }

  private addResource(place: string): void {
    if (!existsSync(path.join(place, 'kustomization.yaml'))) {
      this.resources.push(...(documentsIn(place) as Resource[]));
      return;
    }
    // Its labels, images and patches are for its own resources alone.
    const inner = new Rendering();
    inner.add(place);
    this.resources.push(...inner.resources);
    this.places.push(...inner.places);
    for (const resource of inner.hashed) this.hashed.add(resource);
  }

  private learnPlaces(file: string): void {
    for (const { kind, fieldSpecs } of listAt(documentsIn(file)[0]?.['nameReference'])) {
      for (const spec of listAt(fieldSpecs)) {
        this.places.push({ kind: String(kind), path: String(spec['path']), in: String(spec['kind']) });
      }
    }
  }

  private generate(kind: 'ConfigMap' | 'Secret', { name, behavior, literals, options }: Generator): void {
    const data = Object.fromEntries(
      literals.map((literal) => {
        const at = literal.indexOf('=');
        const text = literal.slice(at + 1);
        return [literal.slice(0, at), kind === 'Secret' ? base64(text) : text];
      }),
    );
    const known = this.resources.find((one) => one.kind === kind && one.metadata.name === name);
    if (behavior === 'merge') {
      if (known === undefined) throw new Error(`there is no ${kind} ${name} to merge with`);
      known['data'] = { ...mappingAt(known['data']), ...data };
      return;
    }
    if (known !== undefined) throw new Error(`there are two of ${kind} ${name}`);
    const type = kind === 'Secret' ? { type: 'Opaque' } : {};
    const resource: Resource = { apiVersion: 'v1', data, kind, metadata: { name }, ...type };
    this.resources.push(resource);
    if (options?.disableNameSuffixHash !== true) this.hashed.add(resource);
  }

  private transform(folder: string, kustomization: Kustomization): void {
    const { namespace, patches, labels, images, replacements } = kustomization;
    for (const patch of patches ?? []) this.patch(folder, patch);
    if (namespace !== undefined) this.setNamespace(namespace);
    for (const { pairs, includeTemplates } of labels ?? []) this.label(pairs, includeTemplates === true);
    for (const { name, newTag } of images ?? []) this.tag(name, newTag);
    for (const replacement of replacements ?? []) this.replace(replacement);
  }

  private setNamespace(namespace: string): void {
    for (const { kind, metadata } of this.resources) {
      if (CLUSTER_WIDE.includes(kind)) continue;
      metadata['namespace'] = namespace;
    }
  }

  private label(pairs: Mapping, includeTemplates: boolean): void {
    for (const resource of this.resources) {
      resource.metadata['labels'] = { ...mappingAt(resource.metadata['labels']), ...pairs };
      const pod = valueAt(resource, 'spec.template');
      if (!includeTemplates || !isMapping(pod)) continue;
      const metadata = mappingAt(pod['metadata']);
      pod['metadata'] = { ...metadata, labels: { ...mappingAt(metadata['labels']), ...pairs } };
    }
  }

  private tag(name: string, newTag: string): void {
    for (const container of this.resources.flatMap((resource) => containersOf(podSpec(resource) ?? {}))) {
      if (String(container['image']).split(':')[0] === name) container['image'] = `${name}:${newTag}`;
    }
  }

  private patch(folder: string, { path: name, target }: Patch): void {
    const patch = documentsIn(path.join(folder, name))[0] as Resource;
    const meant = this.selected(target ?? { kind: patch.kind, name: patch.metadata.name });
    if (meant.length === 0) throw new Error(`${name} in ${folder} patches nothing`);
    for (const resource of meant) {
      // With a target, the name in the patch says nothing.
      const { metadata, ...rest } = patch;
      const { name: _name, ...more } = metadata;
      const { kind, apiVersion } = resource;
      Object.assign(resource, mergePatch(resource, { ...rest, kind, apiVersion, metadata: more }));
    }
  }

  private replace({ source, targets }: Replacement): void {
    const from = this.selected(source)[0];
    let value = valueAt(from, source.fieldPath);
    if (value === undefined) throw new Error(`there is no ${source.fieldPath} to take a value from`);
    if (source.options) value = String(value).split(source.options.delimiter)[source.options.index];
    for (const { select, fieldPaths } of targets) {
      for (const resource of this.selected(select)) {
        for (const fieldPath of fieldPaths) setAt(resource, fieldPath, value);
      }
    }
  }

  private selected({ kind, name, labelSelector }: PatchTarget): Resource[] {
    return this.resources.filter(
      (resource) =>
        (kind === undefined || kind.split('|').includes(resource.kind)) &&
        (name === undefined || resource.metadata.name === name) &&
        (labelSelector === undefined || labelSelector in mappingAt(resource.metadata['labels'])),
    );
  }
}

/**
 * Renders a folder as `kubectl kustomize` does: what the folders of k8s/ use of it, and an error for anything else. The
 * machines that test this repository need have no kubectl.
 */
export function render(folder: string): readonly Resource[] {
  const rendering = new Rendering();
  rendering.add(folder);
  addHashes(rendering.resources, rendering.hashed, rendering.places);
  return rendering.resources;
}
