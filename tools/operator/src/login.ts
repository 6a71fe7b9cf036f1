import { base32Bytes, stepAt, totpCode } from '@exchange/platform';
import { readFileSync } from 'node:fs';
import { DeskClient } from '../../kit/operator/desk-client';
import { credentialsIn, forgetSession, keepSession, keptSession, signedIn } from '../../kit/operator/sign-in';
import type { Answered } from './answered';
import { byDevice } from './device-login';
import { jsonLines } from './json-lines';
import type { OperatorOptions } from './options';
import { wrong } from './usage';
import { actingPerson } from './acting-person';

/** Signs in by the way that the desk has: a provider, or passwords of a development chain. */
export async function login(options: OperatorOptions): Promise<Answered> {
  const { words, place } = options;
  const [, person] = words;
  const { doors } = await new DeskClient(place.url).ask<{ doors: readonly string[] }>('GET', 'doors');
  if (person === undefined && doors.includes('oidc')) return signedInAs(await byDevice(place));
  if (!doors.includes('embedded'))
    throw wrong('here the provider says who you are: login takes no name of a person', 'login');
  if (person === undefined) throw wrong('login takes the name of a person', 'login');
  if (credentialsIn(place.folder).some(({ name }) => name === person)) await signedIn(place, person);
  else await byPassword(options, person);
  return signedInAs(person);
}

const signedInAs = (person: string): Answered => ({ value: { person }, lines: [`${person} is signed in`] });

async function byPassword({ place, code }: OperatorOptions, person: string): Promise<void> {
  const file = process.env['OPERATOR_PASSWORD_FILE'];
  const password = process.env['OPERATOR_PASSWORD'] ?? (file && readFileSync(file, 'utf8').trim());
  if (!password || code === undefined || !/^\d{6}$/.test(code))
    throw wrong(
      'login needs OPERATOR_PASSWORD or OPERATOR_PASSWORD_FILE, and --code with its six digits',
      'login',
    );
  const session = await new DeskClient(place.url).ask<{ token: string; expiresAt: number }>(
    ...(['POST', 'login', { person, password, code: Number(code) }] as const),
  );
  keepSession(place, person, session);
}

/** Ends the session that is kept. */
export async function logout(options: OperatorOptions): Promise<Answered> {
  const { place } = options;
  const person = actingPerson(options);
  await keptSession(place, person)?.ask('POST', 'logout', {});
  forgetSession(place, person);
  return { value: {}, lines: [`${person} is signed out`] };
}

/** What a person of the data folder types at the page. The code is the next one: this command line uses the one of now. */
export async function showCode({ words, place }: OperatorOptions): Promise<Answered> {
  const [, person] = words;
  const known = credentialsIn(place.folder);
  const one = known.find(({ name }) => name === person);
  if (one === undefined) {
    const names = known.map(({ name }) => name).join(', ') || 'nobody';
    throw wrong(`code takes a person of an embedded exchange; ${place.folder} knows ${names}`, 'code');
  }
  const code = totpCode(base32Bytes(one.totpSecret), stepAt(Date.now()) + 1);
  const value = { name: one.name, password: one.password, code: String(code).padStart(6, '0') };
  return { value, lines: jsonLines('code', value) };
}
