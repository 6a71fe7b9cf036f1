import { Wallet } from 'ethers';
import { ConformanceAccount } from '../../account';
import { inSection } from '../../case';
import { holds, is, matches } from '../../expectations';
import { logsIn } from '../../login-packets';
import type { ShownDelegate } from '../../packets';
import type { World } from '../../world';

const delegation = inSection('Delegate object');
const authentication = inSection('Authentication');
const CHAIN_MS_MAX = 60_000;
const YEAR_S = 31_536_000;

async function untilDelegate(
  account: ConformanceAccount,
  key: Wallet,
  what: string,
  fits: (one: ShownDelegate) => boolean,
): Promise<ShownDelegate> {
  const address = key.address.toLowerCase();
  let found: ShownDelegate | undefined;
  const look = () => {
    found = account.connection.packets
      .filter(({ event }) => event === 'd')
      .map(({ message }) => message as ShownDelegate)
      .findLast((one) => one[0] === address);
    return found !== undefined && fits(found);
  };
  await account.connection.until(`delegate ${what}`, look, CHAIN_MS_MAX);
  return found as unknown as ShownDelegate;
}

// One delegate goes through all the cases, in their order.
const key = new Wallet(Wallet.createRandom().privateKey);
const address = key.address.toLowerCase();

/** A connection of the delegate: it signs with its key, for the account. */
const asDelegate = (world: World) =>
  ConformanceAccount.connect(world.options.ws, world.journal, key, world.domain, world.alice.budget);

export const delegateCases = [
  delegation('announceDelegate shows a pending delegate without any right', async (world) => {
    const { alice } = world;
    const command = { c: 'announceDelegate', address: key.address, label: 'my phone', isTradingLogin: true };
    const { message } = await alice.call(command, 'd');
    is(message, [address, false, false, {}, 'my phone', true], 'the delegate');
    await alice.refusal({ ...command, label: 'x'.repeat(31) });
    const delegate = await asDelegate(world);
    await delegate.refusal(await delegate.loginCommand('authenticateDelegate'));
    delegate.connection.close();
  }),
  delegation('announceDelegate needs neither label nor isTradingLogin', async ({ alice }) => {
    const plain = Wallet.createRandom().address.toLowerCase();
    const upper = `0x${plain.slice(2).toUpperCase()}`;
    const { message } = await alice.call({ c: 'announceDelegate', address: upper }, 'd');
    is(message, [plain, false, false, {}, '', false], 'the delegate, asked for in upper case');
  }),
  delegation('a label has 30 Unicode characters, and the zero address is no delegate', async ({ alice }) => {
    const other = Wallet.createRandom().address;
    const label = '🔑'.repeat(30);
    const { message } = await alice.call({ c: 'announceDelegate', address: other, label }, 'd');
    is((message as ShownDelegate)[4], label, 'LABEL');
    const long = { c: 'announceDelegate', address: Wallet.createRandom().address, label: `${label}x` };
    matches(await alice.refusal(long), /^INVALID_FIELD: label /, '31 characters');
    const zero = { c: 'announceDelegate', address: `0x${'0'.repeat(40)}`, label: 'x', isTradingLogin: false };
    matches(await alice.refusal(zero), /^[A-Z_]+: /, 'the zero address');
  }),
  delegation('a delegate that was added in the contract becomes active and accepted', async (world) => {
    const { alice, chain, config } = world;
    const until = Math.floor(Date.now() / 1000) + YEAR_S;
    await chain.addDelegate(alice.key, key, config.name, config.chainId, until);
    const delegate = await untilDelegate(alice, key, 'active', ([, active, accepted]) => active && accepted);
    is(delegate, [address, true, true, {}, 'my phone', true], 'the delegate');
  }),
  delegation(
    'updateDelegateLabel changes the label; getDelegateSnapshot shows all delegates',
    async ({ alice }) => {
      const { message } = await alice.call(
        { c: 'updateDelegateLabel', address: key.address, label: 'my tablet' },
        'd',
      );
      is(message, [address, true, true, {}, 'my tablet', true], 'the delegate');
      const { message: all } = await alice.call({ c: 'getDelegateSnapshot' }, 'ds');
      is(
        (all as ShownDelegate[]).find(([one]) => one === address),
        message,
        'the delegate in the snapshot',
      );
      is((all as ShownDelegate[]).length, 3, 'delegates in the snapshot, announced ones too');
      await alice.refusal({ c: 'updateDelegateLabel', address: key.address, label: 'x'.repeat(31) });
      await alice.refusal({ c: 'updateDelegateLabel', address: `0x${'34'.repeat(20)}`, label: 'x' });
    },
  ),
  authentication(
    'authenticateDelegate logs in as the delegating address, without a session',
    async (world) => {
      const delegate = await asDelegate(world);
      is(
        await logsIn(delegate, await delegate.loginCommand('authenticateDelegate')),
        { status: 'authenticated', address: world.alice.address, session: null, delegate: address },
        'auth',
      );
      const order = await delegate.place(world.wish('buy', 1, 50));
      await world.alice.untilOrder('of the delegate', order.id, ({ active }) => active);
      await delegate.call({ c: 'cancelOrder', id: order.id }, 'o');
      delegate.connection.close();
    },
  ),
  authentication(
    'a delegate cannot withdraw, remove or rename delegates, or change name and salt',
    async (world) => {
      const delegate = await asDelegate(world);
      await delegate.login('authenticateDelegate');
      const signature = `0x${'11'.repeat(64)}1b`;
      for (const command of [
        { c: 'signWithdrawal', token: world.market.traded.contract, amount: '1' },
        { c: 'signDelegationRemoval', address: key.address },
        { c: 'updateDelegateLabel', address: key.address, label: 'x' },
        { c: 'updateUsername', username: 'somebody', signature },
        { c: 'registerTOTPSalt', TOTPSecret: 'ABCDEFGHIJKLMNOP', salt: 'x' },
      ]) {
        matches(await delegate.refusal(command), /^DELEGATE_NOT_ALLOWED: /, command.c);
      }
      delegate.connection.close();
    },
  ),
  delegation(
    'signDelegationRemoval cancels its orders, ends its rights, and the contract takes the signature',
    async (world) => {
      const { alice, chain } = world;
      const delegate = await asDelegate(world);
      await delegate.login('authenticateDelegate');
      const order = await delegate.place(world.wish('buy', 1, 50));
      const answer = await alice.call({ c: 'signDelegationRemoval', address: key.address }, 'd');
      const signed = answer.message as ShownDelegate;
      is(signed.slice(0, 3), [address, true, false], 'DELEGATE_ADDRESS, ACTIVE, ACCEPTED');
      holds(signed[3].v === 27 || signed[3].v === 28, 'the first packet with the rid has the signature');
      await alice.untilOrder('canceled', order.id, ({ active, canceled }) => !active && canceled);
      await delegate.refusal({ c: 'getBalanceSnapshot' });
      const again = await asDelegate(world);
      await again.refusal(await again.loginCommand('authenticateDelegate'));
      const { deadline, v, r, s } = signed[3];
      await chain.call(alice.key, 'removeDelegateCoSigned', [key.address, deadline, v, r, s]);
      const gone = await untilDelegate(alice, key, 'inactive', ([, active]) => !active);
      holds(!gone[2], 'it is not accepted any more');
      for (const one of [delegate, again]) one.connection.close();
    },
  ),
];
