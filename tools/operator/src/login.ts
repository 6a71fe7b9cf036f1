import { readFileSync } from 'node:fs';
import { DeskClient } from '../../kit/operator/desk-client';
import { credentialsIn, forgetSession, keepSession, keptSession, signedIn } from '../../kit/operator/sign-in';
import type { Answered } from './commands';
import { type OperatorOptions, wrong } from './options';

/** Signs in: people of the data folder by themselves, others with a password and a code. */
export async function login({ words, place, code }: OperatorOptions): Promise<Answered> {
  const [, person] = words;
  if (person === undefined) throw wrong('login takes the name of a person');
  if (credentialsIn(place.folder).some(({ name }) => name === person)) await signedIn(place, person);
  else await byPassword({ place, person, code });
  return { value: { person }, lines: [`${person} is signed in`] };
}

async function byPassword({ place, person, code }: Pick<OperatorOptions, 'place' | 'person' | 'code'>) {
  const file = process.env['OPERATOR_PASSWORD_FILE'];
  const password = process.env['OPERATOR_PASSWORD'] ?? (file && readFileSync(file, 'utf8').trim());
  if (!password || code === undefined || !/^\d{6}$/.test(code))
    throw wrong('login needs OPERATOR_PASSWORD or OPERATOR_PASSWORD_FILE, and --code with its six digits');
  const session = await new DeskClient(place.url).ask<{ token: string; expiresAt: number }>(
    ...(['POST', 'login', { person, password, code: Number(code) }] as const),
  );
  keepSession(place, person, session);
}

/** Ends the session that is kept. */
export async function logout({ place, person }: OperatorOptions): Promise<Answered> {
  await keptSession(place, person)?.ask('POST', 'logout', {});
  forgetSession(place, person);
  return { value: {}, lines: [`${person} is signed out`] };
}
