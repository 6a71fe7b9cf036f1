import { mkdirSync, writeFileSync } from 'node:fs';
import { DASHBOARDS, fileOf, FOLDER, textOf } from './dashboards';

/** Writes observability/dashboards. */
mkdirSync(FOLDER, { recursive: true });
for (const built of DASHBOARDS) writeFileSync(fileOf(built), await textOf(built));
console.log(`${FOLDER} written: ${DASHBOARDS.map(({ name }) => name).join(', ')}`);
