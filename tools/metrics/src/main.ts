import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { metricsPage } from './metrics-page';

/** Writes docs/operations/metrics.md. */
const target = 'docs/operations/metrics.md';
const options = await resolveConfig(target);
writeFileSync(target, await format(metricsPage(), { ...options, filepath: target }));
console.log(`${target} written`);
