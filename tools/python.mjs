/**
 * Finds a Python with the packages of examples/python: PYTHON or python3 of the PATH, with what it has, else (root on a
 * Debian-like system) with Debian's packages, which are unpacked into node_modules/.cache and not installed.
 * `node tools/python.mjs` prints the path of the program and the PYTHONPATH that it needs.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, unpackedPackage } from './find-program.mjs';

const howTo = `There is no Python here that runs examples/python. It needs Python 3.9 or newer, and:
  - Debian or Ubuntu:  sudo apt-get install python3-websockets python3-ecdsa python3-pycryptodome
  - elsewhere:         pip install websockets ecdsa pycryptodomex
PYTHON=/path/to/python3 names another one.`;

/** What is imported, and Debian's package of it. */
const PACKAGES = {
  websockets: 'python3-websockets',
  ecdsa: 'python3-ecdsa',
  six: 'python3-six',
  Cryptodome: 'python3-pycryptodome',
};

function hasPackages(program, pythonPath) {
  const env = { ...process.env, PYTHONPATH: pythonPath };
  const code = `import ${Object.keys(PACKAGES).join(', ')}`;
  return spawnSync(program, ['-c', code], { env, stdio: 'ignore' }).status === 0;
}

/** Path of a Python, and the PYTHONPATH with which it has the packages. Throws, saying how to get them. */
export function findPython() {
  const program = findProgram({ name: 'python3', variable: 'PYTHON', howTo });
  const own = process.env.PYTHONPATH ?? '';
  if (hasPackages(program, own)) return { program, pythonPath: own };
  const folders = Object.values(PACKAGES).map(unpackedPackage);
  if (folders.includes(undefined)) throw new Error(howTo);
  const unpacked = folders.map((folder) => path.join(folder, 'usr/lib/python3/dist-packages'));
  const pythonPath = [...unpacked, ...(own ? [own] : [])].join(path.delimiter);
  if (!hasPackages(program, pythonPath)) throw new Error(howTo);
  return { program, pythonPath };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { program, pythonPath } = findPython();
    console.log(`${program}\n${pythonPath}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
