import { DeskClient } from '../../kit/operator/desk-client';
import { type DeskPlace, keepSession } from '../../kit/operator/sign-in';

interface BegunLogin {
  readonly id: string;
  readonly userCode: string;
  readonly url: string;
  readonly expiresInMs: number;
}

type Finished =
  | { readonly waits: true }
  | { readonly waits?: never; readonly name: string; readonly token: string; readonly expiresAt: number };

/** Signs in whoever confirms a code in a browser; returns who that is. What is to be done there is said on stderr. */
export async function byDevice(place: DeskPlace): Promise<string> {
  const desk = new DeskClient(place.url);
  const { id, userCode, url, expiresInMs } = await desk.ask<BegunLogin>('POST', 'login/device', {});
  console.error(`Open ${url}\nin a browser, and confirm the code ${userCode} there.`);
  const until = Date.now() + expiresInMs;
  while (Date.now() < until) {
    // The desk answers when it is confirmed, or after a few seconds.
    const finished = await desk.ask<Finished>('POST', 'login/device/finish', { id });
    if (finished.waits) continue;
    keepSession(place, finished.name, finished);
    return finished.name;
  }
  throw new Error(
    `nobody confirmed the code within ${Math.round(expiresInMs / 60_000)} minutes: login again`,
  );
}
