import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The paths that one of the workspace's own finders of programs prints, such as `tools/nats-server.mjs`. */
export function foundPrograms(finder: string): readonly string[] {
  let root = process.cwd();
  while (!existsSync(path.join(root, finder)) && root !== path.dirname(root)) root = path.dirname(root);
  return execFileSync(process.execPath, [path.join(root, finder)], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

/** Prometheus and its promtool. */
export function prometheusPrograms(): { readonly prometheus: string; readonly promtool: string } {
  const [prometheus = '', promtool = ''] = foundPrograms('tools/prometheus.mjs');
  return { prometheus, promtool };
}
