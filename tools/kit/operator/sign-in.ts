import { base32Bytes, stepAt, totpCode } from '@exchange/platform';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Credentials, CREDENTIALS_FILE } from './people';
import { DeskClient, DeskError } from './desk-client';

/** Where a desk is, and the data folder where sessions are kept. */
export interface DeskPlace {
  readonly url: string;
  readonly folder: string;
}

interface StoredSession {
  readonly url: string;
  readonly token: string;
  readonly expiresAt: number;
}

const sessionFile = ({ folder }: DeskPlace, name: string) =>
  path.join(folder, `operator-session-${name}.json`);

/** The people of an embedded exchange whom its data folder knows. */
export function credentialsIn(folder: string): readonly Credentials[] {
  const file = path.join(folder, CREDENTIALS_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Credentials[]) : [];
}

/** Keeps a session for the next command of that person. */
export function keepSession(
  place: DeskPlace,
  name: string,
  session: { token: string; expiresAt: number },
): void {
  const { token, expiresAt } = session;
  const stored: StoredSession = { url: place.url, token, expiresAt };
  mkdirSync(place.folder, { recursive: true });
  writeFileSync(sessionFile(place, name), JSON.stringify(stored), { mode: 0o600 });
}

export function forgetSession(place: DeskPlace, name: string): void {
  rmSync(sessionFile(place, name), { force: true });
}

/** Whose sessions are kept and haven't ended. */
export function peopleSignedIn(place: DeskPlace): readonly string[] {
  if (!existsSync(place.folder)) return [];
  const names = readdirSync(place.folder).flatMap(
    (file) => /^operator-session-(.+)\.json$/.exec(file)?.[1] ?? [],
  );
  return names.filter((name) => keptSession(place, name) !== undefined).sort();
}

/** The session that is kept of a person, if it hasn't ended. */
export function keptSession(place: DeskPlace, name: string): DeskClient | undefined {
  const file = sessionFile(place, name);
  if (!existsSync(file)) return undefined;
  const { url, token, expiresAt } = JSON.parse(readFileSync(file, 'utf8')) as StoredSession;
  return url === place.url && expiresAt > Date.now() ? new DeskClient(url, token) : undefined;
}

/** Those who are signing in: a code works once, so whoever comes meanwhile has the same session. */
const underWay = new Map<string, Promise<DeskClient>>();

/** A person of the data folder, signed in: by the session that is kept, else by password and code. */
export function signedIn(place: DeskPlace, name: string): Promise<DeskClient> {
  const file = sessionFile(place, name);
  const coming = underWay.get(file) ?? comeIn(place, name).finally(() => underWay.delete(file));
  underWay.set(file, coming);
  return coming;
}

async function comeIn(place: DeskPlace, name: string): Promise<DeskClient> {
  const kept = keptSession(place, name);
  if (kept !== undefined && (await isOpen(kept))) return kept;
  const credentials = credentialsIn(place.folder).find((one) => one.name === name);
  if (credentials === undefined) {
    throw new Error(`${name} isn't signed in here, or the session has ended: npm run operator -- login`);
  }
  return logIn(place, credentials);
}

async function isOpen(client: DeskClient): Promise<boolean> {
  try {
    await client.ask('GET', 'me');
    return true;
  } catch (error) {
    if (error instanceof DeskError && error.code === 'NOT_SIGNED_IN') return false;
    throw error;
  }
}

/** A code works once: whoever signs in again at once has the next one, which counts already, and then has to wait. */
async function logIn(place: DeskPlace, { name, password, totpSecret }: Credentials): Promise<DeskClient> {
  const secret = base32Bytes(totpSecret);
  const now = stepAt(Date.now());
  for (const step of [now, now + 1, now + 2]) {
    // Half a minute before its time a code counts already.
    while (stepAt(Date.now()) < step - 1) await delay(200);
    try {
      const code = totpCode(secret, step);
      const session = await new DeskClient(place.url).ask<{ token: string; expiresAt: number }>(
        ...(['POST', 'login', { person: name, password, code }] as const),
      );
      keepSession(place, name, session);
      return new DeskClient(place.url, session.token);
    } catch (error) {
      if (!(error instanceof DeskError && error.code === 'LOGIN_REFUSED')) throw error;
    }
  }
  throw new Error(`${name} can't sign in with what ${place.folder} has`);
}
