import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import YAML from 'yaml';
import type { Kustomization } from './kustomize/kustomization';
import { render } from './kustomize/render';
import type { Resource } from './kustomize/resource';

/** Renders a folder as an overlay would change it. */
export function renderChanged(folder: string, change: Kustomization): readonly Resource[] {
  const parent = path.resolve('tmp');
  mkdirSync(parent, { recursive: true });
  const overlay = mkdtempSync(path.join(parent, 'overlay-'));
  try {
    const text = YAML.stringify({ resources: [path.relative(overlay, path.resolve(folder))], ...change });
    writeFileSync(path.join(overlay, 'kustomization.yaml'), text);
    return render(overlay);
  } finally {
    rmSync(overlay, { recursive: true });
  }
}
