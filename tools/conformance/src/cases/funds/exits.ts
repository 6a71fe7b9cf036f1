import { inSection } from '../../case';
import { is, matches } from '../../expectations';
import type { LedgerEntry } from '../../packets';

const exits = inSection('Ledger entry');
const orders = inSection('placeOrder');

const isExitOf = (symbol: string) => (one: LedgerEntry) =>
  one.type === 'withdrawal' && one.changes[0]?.[0] === symbol && one.applied[0]?.[2] !== -1;

/** What is to be waited for is told without the rid; the answer itself comes with it. */
export const waitingCases = [
  inSection('added: order of packets')(
    'while trades of an order are not final, signOrderCancellation says so without its rid',
    async (world) => {
      const { alice, bob } = world;
      const order = await alice.place(world.wish('sell', 2, 140));
      const taker = await bob.place(world.wish('buy', 1, 140));
      await bob.untilOrder('filled', taker.id, ({ active }) => !active);
      const from = alice.connection.packets.length;
      const answer = await alice.call({ c: 'signOrderCancellation', hash: order.hash }, 'uts');
      const told = alice.connection.packets.slice(from, alice.connection.packets.indexOf(answer));
      const waiting = told.filter(({ event, message }) => event === 'm' && message === 'pending settlement');
      is(
        waiting.map(({ rid }) => rid ?? null),
        [null],
        'rids of "pending settlement"',
      );
      const isFinal = ({ type, applied }: LedgerEntry) => type === 'trade' && applied[0]?.[0] === 1;
      await alice.untilEntry('the final trade', isFinal, from);
      const again = await alice.call({ c: 'signOrderCancellation', hash: order.hash }, 'uts');
      is('signature' in (again.message as object), true, 'a signature when asked again');
      const later = alice.connection.packets.slice(alice.connection.packets.indexOf(answer));
      is(
        later.filter(({ message }) => message === 'pending settlement').length,
        0,
        'nothing to wait for then',
      );
    },
  ),
];

// The second account leaves with the traded token, and comes back; the cases follow each other.
export const exitCases = [
  exits('a requested exit blocks the balance and cancels the orders that sell the token', async (world) => {
    const { bob, chain, market } = world;
    const { symbol, contract } = market.traded;
    const [settled, usable] = await bob.balance(symbol);
    const order = await bob.place(world.wish('sell', 2, 400));
    await chain.call(bob.key, 'requestExit', [[contract]]);
    const seen = await bob.untilEntry('the exit', isExitOf(symbol));
    is(seen.applied, [[-1, 0, 0]], 'APPLIED when it is seen');
    const gone = await bob.untilOrder('canceled', order.id, ({ active }) => !active);
    is(gone.canceled, true, 'CANCELED of the order');
    await bob.untilBalance('the exit', symbol, [settled, 0n, usable]);
    const final = await bob.untilEntry(
      'the final exit',
      (one) => one.id === seen.id && one.applied[0]?.[1] === 1,
    );
    is(final.applied, [[-1, 1, 1]], 'APPLIED when it is final');
    is(final.changes, [[symbol, `${usable}`, '0', '0']], 'CHANGES: what moved, and nothing net');
    is(final.canceled, false, 'CANCELED');
  }),
  orders('a token with a requested exit cannot be sold or withdrawn', async (world) => {
    const { bob, market } = world;
    matches(await bob.refusedOrder(world.wish('sell', 1, 400)), /^EXIT_REQUESTED: /, 'an order');
    const command = { c: 'signWithdrawal', token: market.traded.contract, amount: '1' };
    matches(await bob.refusal(command), /^(EXIT_REQUESTED|INSUFFICIENT_BALANCE): /, 'a withdrawal');
  }),
  exits(
    'what a trade credits while an exit is requested becomes blocked, and its entry says so',
    async (world) => {
      const { alice, bob, market } = world;
      const { symbol } = market.traded;
      const [settled, , blocked] = await bob.balance(symbol);
      const from = bob.connection.packets.length;
      await alice.place(world.wish('sell', 1, 170));
      const taker = await bob.place(world.wish('buy', 1, 170));
      await bob.untilOrder('filled', taker.id, ({ active }) => !active);
      const isTrade = (one: LedgerEntry) => one.type === 'trade';
      const entry = await bob.untilEntry('the trade', isTrade, from);
      const index = entry.changes.findIndex(([token]) => token === symbol);
      is(entry.applied[index], [0, -1, 1], 'APPLIED of what was bought');
      is(entry.applied[1 - index], [0, 1, -1], 'APPLIED of what was sold');
      const net = BigInt(entry.changes[index]?.[3] ?? 0);
      const settledOne = (one: LedgerEntry) => one.id === entry.id && one.applied[index]?.[0] === 1;
      is(
        (await bob.untilEntry('its settlement', settledOne, from)).applied[index],
        [1, -1, 1],
        'APPLIED at last',
      );
      await bob.untilBalance('the settlement', symbol, [settled + net, 0n, blocked + net]);
    },
  ),
  exits(
    'when the exit is canceled its entry ends CANCELED, and what was blocked is usable',
    async (world) => {
      const { bob, chain, market } = world;
      const { symbol, contract } = market.traded;
      const [settled, , blocked] = await bob.balance(symbol);
      const exit = await bob.untilEntry('the exit', isExitOf(symbol));
      await chain.call(bob.key, 'cancelExit', [[contract]]);
      const canceled = await bob.untilEntry('the end', (one) => one.id === exit.id && one.canceled);
      is(canceled.changes[0]?.[0], symbol, 'token of the change');
      await bob.untilBalance('the canceled exit', symbol, [settled, blocked, 0n]);
      const order = await bob.place(world.wish('sell', 1, 400));
      await bob.call({ c: 'cancelOrder', id: order.id }, 'o');
      const { message } = await bob.call({ c: 'getHistoricalLedgerEntries', limit: 50 }, 'hle');
      const listed = (message as { ledgerEntries: unknown[][] }).ledgerEntries.find(([id]) => id === exit.id);
      is(listed?.[8], true, 'CANCELED in the history');
    },
  ),
];
