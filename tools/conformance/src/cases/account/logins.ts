import { nextNonce } from '@exchange/test/seed-client';
import { Wallet } from 'ethers';

import { inSection } from '../../case';
import { holds, is, matches } from '../../expectations';
import { logsIn } from '../../login-packets';
import { sampleOf, SAMPLES } from '../../samples';

const login = inSection('Authentication');
/** What anyone may send. */
const OPEN = new Set([
  ...['authenticate', 'authenticateDelegate', 'authenticateWithSession', 'logoff', 'getTOTPSalt', 'ping'],
  ...['getListed', 'getTokenInfo', 'getTicker', 'getOrderBookSnapshot', 'getBarData', 'getHistoricalTrades'],
  ...['subscribe', 'unSubscribe'],
]);
const ZERO = `0x${'0'.repeat(40)}`;

export const loginCases = [
  login(
    'authenticate answers auth, balanceSnapshot, pendingLedgerEntrySnapshot and feeTier',
    async (world) => {
      const account = await world.again(world.alice);
      const auth = await logsIn(account, await account.loginCommand());
      is(
        [auth.status, auth.address, auth.delegate],
        ['authenticated', world.alice.address, ZERO],
        'STATUS, ADDRESS, DELEGATE',
      );
      holds((auth.session ?? '').length > 0, 'a session id is issued');
      account.connection.close();
    },
  ),
  login('a message whose trailing digits are not the whole nonce is refused', async (world) => {
    const account = await world.account(Wallet.createRandom());
    const nonce = nextNonce();
    const message = `conformance ${nonce}`;
    const signature = await account.key.signMessage(message);
    for (const other of [nonce + 1, Number(`${nonce}`.slice(1))]) {
      await account.refusal({ c: 'authenticate', message, nonce: other, signature });
    }
    account.connection.close();
  }),
  login('a login message is accepted once', async (world) => {
    const account = await world.again(world.alice);
    const command = await account.loginCommand();
    await account.call(command, 'auth');
    await account.refusal(command);
    account.connection.close();
  }),
  login('a message for another purpose is no login', async (world) => {
    const account = await world.account(Wallet.createRandom());
    const nonce = nextNonce();
    for (const message of [
      `Set username: someone${nonce}`,
      `${'x'.repeat(32 - `${nonce}`.length)}${nonce}`,
    ]) {
      const signature = await account.key.signMessage(message);
      await account.refusal({ c: 'authenticate', message, nonce, signature });
    }
    account.connection.close();
  }),
  login('a signature that was tampered with logs nobody in as the account', async (world) => {
    const account = await world.again(world.alice);
    const command = await account.loginCommand();
    const signature = command['signature'] as string;
    const digit = signature[10] === '0' ? '1' : '0';
    const tampered = `${signature.slice(0, 10)}${digit}${signature.slice(11)}`;
    const [rid] = await account.connection.send({ ...command, signature: tampered });
    const answer = await account.connection.find('an answer', 0, (packet) => packet.rid === rid);
    const [, address] = answer.event === 'auth' ? (answer.message as string[]) : [];
    holds(address !== world.alice.address, 'the tampered message did not log in as the account');
    account.connection.close();
  }),
  login('commands of an account need a login', async (world) => {
    const account = await world.account(Wallet.createRandom());
    for (const c of Object.keys(SAMPLES).filter((name) => !OPEN.has(name))) {
      matches(await account.connection.refusal(sampleOf(c)), /^NOT_AUTHENTICATED: /, c);
    }
    account.connection.close();
  }),
  login('authenticated connections get user updates without asking', async (world) => {
    const watcher = await world.again(world.alice);
    await watcher.login();
    const order = await world.alice.place(world.wish('buy', 1, 50));
    const seen = await watcher.untilOrder('seen by the other connection', order.id, ({ active }) => active);
    is(seen.hash, order.hash, 'hash');
    const update = watcher.connection.packets.find(({ event }) => event === 'o');
    is(update?.rid ?? null, null, 'the rid belongs to the other connection');
    await world.alice.call({ c: 'cancelOrder', id: order.id }, 'o');
    watcher.connection.close();
  }),
];
