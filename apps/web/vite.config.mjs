import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** `@exchange/core/wire` is libs/core/wire, as tsconfig.base.json says it for all others. */
const rooms = { find: /^@exchange\/(.+)$/, replacement: `${root}/libs/$1/src/index.ts` };

export default {
  root: import.meta.dirname,
  base: './',
  resolve: { alias: [rooms] },
  build: {
    outDir: path.join(root, 'dist/apps/web'),
    emptyOutDir: true,
    target: 'es2022',
    // A policy without data: and inline scripts has everything in a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // How long its parts took is nobody's concern who starts an exchange.
      checks: { pluginTimings: false },
      // What a room doesn't give to the page isn't run for its side effects: none has any.
      treeshake: { moduleSideEffects: (id) => !id.includes('/libs/') || id.endsWith('.css') },
    },
  },
};
