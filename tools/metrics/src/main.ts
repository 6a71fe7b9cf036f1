import { writeFileSync } from 'node:fs';
import { metricsPage } from './metrics-page';
import { formatted } from '../../kit/formatted';

/** Writes docs/operations/metrics.md. */
const target = 'docs/operations/metrics.md';
writeFileSync(target, await formatted(target, metricsPage()));
console.log(`${target} written`);
