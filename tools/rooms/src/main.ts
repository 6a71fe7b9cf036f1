import { writeFileSync } from 'node:fs';
import { roomsPage } from './rooms-table';
import { formatted } from '../../kit/formatted';

/** Writes docs/ROOMS.md. */
const target = 'docs/ROOMS.md';
writeFileSync(target, await formatted(target, roomsPage('.')));
console.log(`${target} written`);
