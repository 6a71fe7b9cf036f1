import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import YAML from 'yaml';
import { render } from './render';
import type { Resource } from './resource';

const root = path.resolve(import.meta.dirname, '../../../..');
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

/** As `kubectl kustomize` says it; as the renderer itself does where there is no kubectl. */
function byKubectl(folder: string): readonly Resource[] {
  if (!hasKubectl) return render(folder);
  const { stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return YAML.parseAllDocuments(stdout).map((document) => document.toJSON() as Resource);
}

const byName = (resources: readonly Resource[]) =>
  Object.fromEntries(resources.map((resource) => [`${resource.kind} ${resource.metadata.name}`, resource]));

describe('the renderer', () => {
  it.each(['k8s/base', 'k8s/overlays/dev', 'k8s/overlays/dev-two-engines'])(
    'makes the same of %s as kubectl does, hashes of names included',
    (folder) => {
      const rendered = byName(render(path.join(root, folder)));
      expect(Object.keys(rendered).length).toBeGreaterThan(15);
      expect(rendered).toEqual(byName(byKubectl(path.join(root, folder))));
    },
  );
});
