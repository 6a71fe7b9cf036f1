import { inSection } from '../../case';
import type { ConformanceAccount } from '../../account';
import { holds, is, matches } from '../../expectations';
import { logsIn } from '../../login-packets';
import type { World } from '../../world';

const login = inSection('Authentication');

type Four = [ConformanceAccount, ConformanceAccount, ConformanceAccount, ConformanceAccount];

/** Connections of the first account, not logged in. */
const fourOf = (world: World): Promise<Four> =>
  Promise.all(([1, 2, 3, 4] as const).map(() => world.again(world.alice))) as Promise<Four>;

const close = (accounts: readonly ConformanceAccount[]) => {
  for (const { connection } of accounts) connection.close();
};

const withSession = (address: string, session: string | null) => ({
  ...{ c: 'authenticateWithSession', address, session },
});

const upper = (address: string): string => `0x${address.slice(2).toUpperCase()}`;

export const sessionCases = [
  login('authenticateWithSession answers like authenticate, and gives a new session', async (world) => {
    const four = await fourOf(world);
    const [first, second, third] = four;
    const [, address, session] = await first.login();
    const auth = await logsIn(second, withSession(address, session));
    is([auth.status, auth.address], ['authenticated', world.alice.address], 'STATUS, ADDRESS');
    holds(auth.session !== session && (auth.session ?? '').length > 0, 'a new session id is issued');
    const next = await logsIn(third, withSession(upper(address), auth.session));
    is(next.address, world.alice.address, 'ADDRESS, asked for in upper case');
    close(four);
  }),
  login('a used session is refused, and voids the one that it gave: somebody has a copy', async (world) => {
    const four = await fourOf(world);
    const [first, second, third, fourth] = four;
    const [, address, session] = await first.login();
    const { message } = await second.call(withSession(address, session), 'auth');
    const [, , next] = message as [string, string, string];
    matches(await third.refusal(withSession(address, session)), /^INVALID_SESSION: /, 'the used one');
    matches(await fourth.refusal(withSession(address, next)), /^INVALID_SESSION: /, 'what it gave');
    close(four);
  }),
  login('a session that was superseded but never used is refused, and voids nothing', async (world) => {
    const four = await fourOf(world);
    const [first, second, third, fourth] = four;
    const [, address, old] = await first.login();
    const [, , live] = await second.login();
    matches(await third.refusal(withSession(address, old)), /^INVALID_SESSION: /, 'the old one');
    const answer = await fourth.call(withSession(address, live), 'auth');
    is((answer.message as string[])[1], world.alice.address, 'ADDRESS with the live one');
    close(four);
  }),
  login('logoff ends the binding and clears the session', async (world) => {
    const account = await world.again(world.alice);
    const [, address, session] = await account.login();
    const { message } = await account.call({ c: 'logoff' }, 'auth');
    is((message as string[])[0], 'loggedOff', 'STATUS');
    matches(await account.refusal({ c: 'getBalanceSnapshot' }), /^NOT_AUTHENTICATED: /, 'a command');
    matches(await account.refusal(withSession(address, session)), /^INVALID_SESSION: /, 'the session');
    account.connection.close();
  }),
];
