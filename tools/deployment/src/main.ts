import { writeFileSync } from 'node:fs';
import { configurationPage } from './configuration-page';
import { formatted } from '../../kit/formatted';

/** Writes docs/configuration.md. */
const target = 'docs/configuration.md';
writeFileSync(target, await formatted(target, configurationPage()));
console.log(`${target} written`);
