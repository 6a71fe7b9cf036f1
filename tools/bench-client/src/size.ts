import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes in gzip, minified for browsers. */
export interface Sizes {
  /** What a page loads at once of the packed client, which signs nothing by itself yet. */
  readonly core: number;
  /** What signs an order with a key, in one file, by library. */
  readonly signing: ReadonlyMap<string, number>;
}

/** Packs the client as it is published, and weighs it beside the others. */
export async function sizes(): Promise<Sizes> {
  const folder = mkdtempSync(path.join(tmpdir(), 'client-size-'));
  try {
    const client = path.join(folder, 'client');
    const args = ['tools/client-package/build.mjs', '--folder', client];
    const built = execFileSync(process.execPath, args, { encoding: 'utf8' });
    const { core } = JSON.parse(built) as { core: { bytes: number } };
    const imports = {
      client: `export { keySigner, signOrder } from '${client}/package/core.js';`,
      ethers: "export { Wallet } from 'ethers';",
      viem: "export { privateKeyToAccount } from 'viem/accounts';",
    };
    const signing = new Map<string, number>();
    for (const [name, contents] of Object.entries(imports)) signing.set(name, await bundledBytes(contents));
    return { core: core.bytes, signing };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundledBytes(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    ...{ bundle: true, format: 'esm', platform: 'browser', target: 'es2022', minify: true, write: false },
    logLevel: 'error',
    // What the packed client imports is installed here.
    nodePaths: [path.resolve('node_modules')],
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}
