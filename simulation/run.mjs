/** `npm run simulation -- --seeds 200`: bundles the simulation, which then runs three times as fast as under jest, and runs it. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleSimulation } from '../tools/build/bundle.mjs';

const program = path.resolve(import.meta.dirname, '..', await bundleSimulation());
process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], program, ...process.argv.slice(2)];
await import(pathToFileURL(program).href);
