import { inSection } from '../../case';
import { is, matches } from '../../expectations';
import { ledgerEntry } from '../../packets';
import type { World } from '../../world';

const commands = inSection('Websocket commands');
const entries = inSection('Ledger entry');

const small = ({ market }: World): bigint => market.lot / 10n;

/** Gives the first account a little more of the traded token, on the chain. */
async function give({ alice, chain, market }: World, amount: bigint): Promise<void> {
  await (await chain.give(market.traded.contract, alice.address, amount)).wait();
}

export const fundCases = [
  entries('a deposit is pending when it is seen, and applied when it is final', async (world) => {
    const { alice, chain, market } = world;
    const { symbol, contract } = market.traded;
    const amount = small(world) + 1n;
    await give(world, amount);
    const [settled, usable, blocked] = await alice.balance(symbol);
    const receipt = await chain.deposit(alice.key, contract, amount);
    const isIt = (one: { type: string; transaction: string | null }) =>
      one.type === 'deposit' && one.transaction === receipt.hash;
    const seen = await alice.untilEntry('the deposit', isIt);
    is(seen.changes, [[symbol, `${amount}`, '0', `${amount}`]], 'CHANGES');
    is([seen.applied, seen.canceled], [[[0, 0, -1]], false], 'APPLIED, CANCELED at first');
    const applied = await alice.untilEntry('the final one', (one) => isIt(one) && one.applied[0]?.[0] === 1);
    is(
      [applied.id, applied.applied, applied.block, applied.blockHash],
      [seen.id, [[1, 1, -1]], receipt.blockNumber, receipt.blockHash],
      'ID, APPLIED, BLOCK_NUMBER, BLOCK_HASH',
    );
    await alice.untilBalance('the deposit', symbol, [settled + amount, usable + amount, blocked]);
  }),
  commands('announceDeposit shows a pending entry until the deposit is seen', async (world) => {
    const { alice, chain, market } = world;
    const { symbol, contract: token } = market.traded;
    const amount = small(world) + 2n;
    await give(world, amount);
    await chain.approve(alice.key, token, amount);
    const before = await alice.balance(symbol);
    const from = alice.connection.packets.length;
    const sent = await chain.sendCall(alice.key, 'depositToken', [token, amount]);
    const command = { c: 'announceDeposit', token, amount: `${amount}`, txhash: sent.hash };
    const announced = ledgerEntry((await alice.call(command, 'le')).message);
    is(
      [announced.type, announced.changes, announced.transaction],
      ['deposit', [[symbol, `${amount}`, '0', `${amount}`]], sent.hash],
      'TYPE, CHANGES, TRANSACTION_HASH',
    );
    is(announced.applied, [[0, 0, -1]], 'APPLIED');
    const final = await alice.untilEntry(
      'the final deposit',
      (one) => one.transaction === sent.hash && one.applied[0]?.[0] === 1,
      from,
    );
    is(final.changes, announced.changes, 'CHANGES of the deposit');
    const [settled, usable, blocked] = before;
    await alice.untilBalance('the deposit', symbol, [settled + amount, usable + amount, blocked]);
  }),
  inSection('added: announced deposits')('one hash announces one deposit', async ({ alice, market }) => {
    const token = market.traded.contract;
    const txhash = `0x${'ab'.repeat(31)}${Date.now().toString(16).slice(-2)}`;
    const command = { c: 'announceDeposit', token, amount: '5', txhash };
    const first = ledgerEntry((await alice.call(command, 'le')).message);
    const upper = `0x${txhash.slice(2).toUpperCase()}`;
    const again = await alice.answer({ ...command, txhash: upper });
    if (again.event === 'le') is(ledgerEntry(again.message).id, first.id, 'ID of the same deposit');
    const { message } = await alice.call({ c: 'getHistoricalLedgerEntries', limit: 50 }, 'hle');
    const told = (message as { ledgerEntries: unknown[] }).ledgerEntries.map(ledgerEntry);
    is(told.filter(({ transaction }) => transaction === txhash).length, 1, 'entries with its hash');
  }),
  commands(
    'signWithdrawal answers an entry with its multi-signature, with which the contract pays',
    async (world) => {
      const { alice, chain, market } = world;
      const { contract: token, symbol } = market.traded;
      const amount = small(world);
      const [settled, usable] = await alice.balance(symbol);
      const from = alice.connection.packets.length;
      const answer = await alice.call({ c: 'signWithdrawal', token, amount: `${amount}` }, 'le');
      const signed = ledgerEntry(answer.message);
      is(
        [signed.type, signed.changes, signed.applied],
        ['withdrawal', [[symbol, `-${amount}`, '0', `-${amount}`]], [[0, 1, -1]]],
        'TYPE, CHANGES, APPLIED',
      );
      const { nonce, deadline, v, r, s } = signed.signature;
      is([v === 27 || v === 28, r?.length, s?.length], [true, 66, 66], 'the signature of the first packet');
      const earlier = alice.connection.packets.slice(from, alice.connection.packets.indexOf(answer));
      is(earlier.filter(({ rid }) => rid === answer.rid).length, 0, 'packets with the rid before it');
      await alice.untilBalance('the signature', symbol, [settled, usable - amount, 0n]);
      const owned = await chain.owned(token, alice.address);
      const call = [token, amount, alice.address, nonce, deadline, v, r, s];
      const sent = await chain.sendCall(alice.key, 'withdraw', call);
      const command = { c: 'withdrawalTransaction', id: signed.id, txhash: sent.hash };
      const noted = ledgerEntry((await alice.call(command, 'le')).message);
      is(
        [noted.id, noted.transaction],
        [signed.id, sent.hash],
        'ID, TRANSACTION_HASH after withdrawalTransaction',
      );
      const receipt = await sent.wait();
      is(receipt?.status, 1, 'the contract takes the signature, status');
      is(await chain.owned(token, alice.address), owned + amount, 'owned on the chain');
      const final = await alice.untilEntry(
        'the final withdrawal',
        (one) => one.id === signed.id && one.applied[0]?.[0] === 1,
      );
      is(
        [final.applied, final.transaction, final.block],
        [[[1, 1, -1]], sent.hash, receipt?.blockNumber],
        'APPLIED, TRANSACTION_HASH, BLOCK_NUMBER',
      );
      await alice.untilBalance('the withdrawal', symbol, [settled - amount, usable - amount, 0n]);
    },
  ),
  commands('signWithdrawal beyond what can be withdrawn is refused', async ({ alice, market }) => {
    const { contract: token, symbol } = market.traded;
    const usable = await alice.usable(symbol);
    for (const [code, command] of [
      ['INSUFFICIENT_BALANCE', { token, amount: `${usable + 1n}` }],
      ['[A-Z_]+', { token, amount: '0' }],
      ['UNKNOWN_TOKEN', { token: `0x${'12'.repeat(20)}`, amount: '1' }],
    ] as const) {
      const text = await alice.refusal({ c: 'signWithdrawal', ...command });
      matches(text, new RegExp(`^${code}: `), `the refusal of ${command.amount}`);
    }
    for (const amount of ['-1', '1.5', '1e3', '01', ' 1', '', 1]) {
      matches(await alice.refusal({ c: 'signWithdrawal', token, amount }), /^INVALID_FIELD: /, `${amount}`);
    }
    is(await alice.usable(symbol), usable, 'usable');
  }),
];
