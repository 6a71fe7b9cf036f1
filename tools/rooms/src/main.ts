import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { roomsPage } from './rooms-table';

/** Writes docs/ROOMS.md. */
const target = 'docs/ROOMS.md';
const options = await resolveConfig(target);
writeFileSync(target, await format(roomsPage('.'), { ...options, filepath: target }));
console.log(`${target} written`);
