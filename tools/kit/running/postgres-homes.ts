import { createHash } from 'node:crypto';
import path from 'node:path';

/** Folders that root may write, others may pass, and no restart of the machine empties. */
export const OUTSIDE = ['/var/lib/exchange', '/var/tmp/exchange'];

/** The folder for the data of one data folder when user postgres can't reach that itself. */
const outsideHome = (outside: string, folder: string): string =>
  path.join(outside, createHash('sha256').update(folder).digest('hex').slice(0, 16));

/** Every place in which the database of a data folder (its full path) may be, for those who want it gone. */
export const postgresHomes = (folder: string): string[] => [
  path.join(folder, 'postgres'),
  ...OUTSIDE.map((outside) => outsideHome(outside, folder)),
];
