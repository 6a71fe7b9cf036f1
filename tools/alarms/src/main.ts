import { writeFileSync } from 'node:fs';
import { alarmsPage } from './alarms-page';
import { formatted } from '../../kit/formatted';

/** Writes docs/runbooks/alarms.md. */
const target = 'docs/runbooks/alarms.md';
writeFileSync(target, await formatted(target, alarmsPage()));
console.log(`${target} written`);
