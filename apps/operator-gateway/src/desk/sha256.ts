import { createHash } from 'node:crypto';

/** What chains the log, so that `sha256sum` is enough to check an entry. */
export const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();

/** The digest under which a session is kept. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');
