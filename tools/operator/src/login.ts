import { readFileSync } from 'node:fs';
import { DeskClient } from '../../kit/operator/desk-client';
import { credentialsIn, forgetSession, keepSession, keptSession, signedIn } from '../../kit/operator/sign-in';
import type { Answered } from './answered';
import { byDevice } from './device-login';
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
