import { runSimulation } from './run-simulation';
const seed = process.argv[2] ?? '1';
const t = Date.now();
console.log(await runSimulation({ seed }), Date.now() - t);
