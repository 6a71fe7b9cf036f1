import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { configurationPage } from './configuration-page';

/** Writes docs/configuration.md. */
const target = 'docs/configuration.md';
const options = await resolveConfig(target);
writeFileSync(target, await format(configurationPage(), { ...options, filepath: target }));
console.log(`${target} written`);
