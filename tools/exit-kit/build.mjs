/** Builds the exit kit into dist/exit-kit: a page in one file, and a script in one file. The same sources give the same bytes. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const page = (name) => path.join(root, 'tools/exit-kit/src/page', name);

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  charset: 'utf8',
  legalComments: 'none',
  tsconfig: path.join(root, 'tsconfig.base.json'),
  logLevel: 'warning',
};

async function bundled(options) {
  const { outputFiles } = await build({ ...shared, ...options });
  return outputFiles[0].text;
}

const hashOf = (text) => createHash('sha256').update(text).digest('base64');

/** A page that may run its own script and look as its own style says, and ask nodes: nothing else. */
async function buildPage() {
  const code = await bundled({
    entryPoints: [page('page.browser.js')],
    platform: 'browser',
    target: 'es2022',
  });
  const script = code.replaceAll('</script', '<\\/script');
  const style = readFileSync(page('page.css'), 'utf8');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hashOf(script)}'`,
    `style-src 'sha256-${hashOf(style)}'`,
    'connect-src http: https:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    style: `<style>${style}</style>`,
    script: `<script type="module">${script}</script>`,
  };
  return readFileSync(page('page.html'), 'utf8').replace(/<!-- (\w+) -->/g, (_, name) => parts[name]);
}

const buildScript = () =>
  bundled({
    entryPoints: [path.join(root, 'tools/exit-kit/src/main.ts')],
    platform: 'node',
    target: 'node20',
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
    },
  });

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/exit-kit' } } });
const folder = path.resolve(root, values.out);
mkdirSync(folder, { recursive: true });
const files = { 'index.html': await buildPage(), 'exit-kit.mjs': await buildScript() };
const sums = Object.entries(files).map(([name, text]) => {
  writeFileSync(path.join(folder, name), text);
  return `${createHash('sha256').update(text).digest('hex')}  ${name}`;
});
writeFileSync(path.join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`);
console.log([`written to ${folder}:`, ...sums].join('\n'));
