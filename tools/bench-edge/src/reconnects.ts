import { accountCommands } from '@exchange/contract/bus';
import type { IncomingRequest } from '@exchange/platform';
import { setTimeout as delay } from 'node:timers/promises';
import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { type Rig, startRig, startRole } from './rig';
import { type ClientsOrder, look } from './websocket-clients';

/** All come within this time, as after a gateway was lost. */
const WITHIN_MS = 10_000;
const DONE_WITHIN_MS = 120_000;
/** Logins that account-service answers a second; a turn takes what came in the meantime. */
const PER_SECOND = 400;
const TURN_MS = 50;

interface Owner {
  answered: number;
  /** The longest that a request waited here. */
  longestMs: number;
}

/** account-service as far as a login with a session id goes, at its own pace and in the order of arrival. */
async function answerLogins({ account: bus }: Rig): Promise<Owner> {
  const { authenticateSession } = accountCommands;
  const waiting: { readonly request: IncomingRequest; readonly at: number }[] = [];
  const owner = { answered: 0, longestMs: 0 };
  await bus.serve(authenticateSession.pattern, (request) => waiting.push({ request, at: performance.now() }));
  const state = { balances: [], pendingEntries: [], feeTier: { volume: '0', makerPpm: 0, takerPpm: 2500 } };
  setInterval(() => {
    for (const { request, at } of waiting.splice(0, (PER_SECOND * TURN_MS) / 1000)) {
      const asked = authenticateSession.decodeRequest(request.data);
      if (asked === undefined) throw new Error('a login that does not fit');
      const login = {
        account: asked.account,
        delegate: null,
        session: 'ab'.repeat(32),
        grant: 'grant',
        accountSeq: 0,
      };
      request.respond(authenticateSession.encodeReply({ ok: true, value: { ...login, ...state } as never }));
      owner.answered += 1;
      owner.longestMs = Math.max(owner.longestMs, performance.now() - at);
    }
  }, TURN_MS);
  return owner;
}

/** Many clients that come again at once, each with its session id: all are to be logged in, and none cut off. */
export async function reconnects(args: readonly string[], usage: string): Promise<void> {
  const { connections = '10000' } = readFlags(['connections'], args, usage);
  const count = wholeNumber('connections', connections, [100, 15_000], usage);
  const rig = await startRig('ws-gateway', { levels: 20 });
  const owner = await answerLogins(rig);
  const clients = startRole('websocket-clients');
  const session = 'cd'.repeat(32);
  const first = `[{"c":"authenticateWithSession","address":"0x{client}","session":"${session}","rid":1}]`;
  const order = { port: rig.port, path: '/ws/v1', count, first, reading: count, withinMs: WITHIN_MS };
  const started = performance.now();
  clients.send(order satisfies ClientsOrder);
  let seen = await look(clients);
  while (seen.loggedIn + seen.refused < count && performance.now() - started < DONE_WITHIN_MS) {
    await delay(100);
    seen = await look(clients);
  }
  const seconds = (performance.now() - started) / 1000;
  await rig.stop();
  console.log(
    `${count} clients came within ${WITHIN_MS / 1000} s, account-service answers ${PER_SECOND} logins a second: ` +
      `${seen.loggedIn} were logged in after ${seconds.toFixed(1)} s, ${seen.refused} refused, ` +
      `${count - seen.open} cut off; no login waited longer than ${owner.longestMs.toFixed(0)} ms at account-service`,
  );
}
