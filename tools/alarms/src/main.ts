import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { alarmsPage } from './alarms-page';

/** Writes docs/runbooks/alarms.md. */
const target = 'docs/runbooks/alarms.md';
const options = await resolveConfig(target);
writeFileSync(target, await format(alarmsPage(), { ...options, filepath: target }));
console.log(`${target} written`);
