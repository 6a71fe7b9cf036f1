/** For Jest: the entry of an AssemblyScript folder becomes a module whose default export is the compiled bytes. */
import path from 'node:path';
import { assemblyKey, compileAssembly } from './assembly.mjs';

const code = (bytes) =>
  `export default Uint8Array.from(atob('${bytes.toString('base64')}'), (char) => char.charCodeAt(0));\n`;

export default {
  // Jest would look at the entry alone.
  getCacheKey: (_source, entry) => assemblyKey(path.dirname(entry)),
  process: (_source, entry) => ({ code: code(compileAssembly(path.dirname(entry))) }),
};
