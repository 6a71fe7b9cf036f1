import { getBytes, solidityPackedKeccak256 } from 'ethers';
import { nextNonce } from '../account';
import { inSection } from '../case';
import { holds, is } from '../expectations';
import type { CoSignature } from '../chain';
import type { Account } from '../account';
import type { World } from '../world';

const commands = inSection('Websocket commands');
const CHAIN_MS_MAX = 60_000;

type Change = readonly [token: string, amount: string, fees: string, net: string];
type Entry = readonly [
  ...[id: number, type: string, changes: Change[], applied: number[][], signature: Partial<CoSignature>],
  ...[transaction: string | null, block: number | null, blockHash: string | null, canceled: boolean],
  ...unknown[],
];

/** Waits for an entry to be so, longer than for an answer: the chain takes its time. */
async function entry(account: Account, what: string, fits: (entry: Entry) => boolean): Promise<Entry> {
  let found: Entry | undefined;
  const look = () => {
    found = account.connection.packets
      .filter(({ event }) => event === 'le')
      .map(({ message }) => message as Entry)
      .find(fits);
    return found !== undefined;
  };
  await account.connection.until(what, look, CHAIN_MS_MAX);
  return found as unknown as Entry;
}

const small = ({ market }: World): bigint => market.lot / 10n;

export const fundCases = [
  inSection('Ledger entry')(
    'a deposit is pending when it is seen, and applied when it is final',
    async (world) => {
      const { alice, chain, market } = world;
      const amount = small(world) + 1n;
      await chain.give(market.traded.contract, alice.address, amount).then((sent) => sent.wait());
      const receipt = await chain.deposit(alice.key, market.traded.contract, amount);
      const isIt = (one: Entry) => one[1] === 'deposit' && one[5] === receipt.hash;
      const seen = await entry(alice, 'the deposit', isIt);
      is(seen[2], [[market.traded.symbol, `${amount}`, '0', `${amount}`]], 'CHANGES');
      is([seen[3], seen[8]], [[[0, 0, -1]], false], 'APPLIED, CANCELED at first');
      const before = await alice.balances();
      const applied = await entry(alice, 'the final deposit', (one) => isIt(one) && one[3][0]?.[0] === 1);
      is(
        [applied[0], applied[3], applied[6], applied[7]],
        [seen[0], [[1, 1, -1]], receipt.blockNumber, receipt.blockHash],
        'ID, APPLIED, BLOCK_NUMBER, BLOCK_HASH',
      );
      const after = await alice.balances();
      const [settled, usable] = after.get(market.traded.symbol) ?? [0n, 0n];
      const [settledBefore, usableBefore] = before.get(market.traded.symbol) ?? [0n, 0n];
      is([settled - settledBefore, usable - usableBefore], [amount, amount], 'growth of settled and usable');
    },
  ),
  commands('announceDeposit shows a pending entry until the deposit is seen', async (world) => {
    const { alice, chain, market } = world;
    const amount = small(world) + 2n;
    await chain.give(market.traded.contract, alice.address, amount).then((sent) => sent.wait());
    await chain.approve(alice.key, market.traded.contract, amount);
    const sent = await chain.sendCall(alice.key, 'depositToken', [market.traded.contract, amount]);
    const command = {
      c: 'announceDeposit',
      token: market.traded.contract,
      amount: `${amount}`,
      txhash: sent.hash,
    };
    const announced = (await alice.call(command, 'le')).message as Entry;
    is(
      [announced[1], announced[2], announced[5]],
      ['deposit', [[market.traded.symbol, `${amount}`, '0', `${amount}`]], sent.hash],
      'TYPE, CHANGES, TRANSACTION_HASH',
    );
    await entry(alice, 'the final deposit', (one) => one[5] === sent.hash && one[3][0]?.[0] === 1);
  }),
  commands(
    'signWithdrawal answers an entry, then its multi-signature, with which the contract pays',
    async (world) => {
      const { alice, chain, market } = world;
      const { contract: token, symbol } = market.traded;
      const amount = small(world);
      const [settledBefore, usableBefore] = (await alice.balances()).get(symbol) ?? [0n, 0n];
      const asked = (await alice.call({ c: 'signWithdrawal', token, amount: `${amount}` }, 'le'))
        .message as Entry;
      is(
        [asked[1], asked[2], asked[3]],
        ['withdrawal', [[symbol, `-${amount}`, '0', `-${amount}`]], [[0, 1, -1]]],
        'TYPE, CHANGES, APPLIED',
      );
      const signed = await entry(
        alice,
        'the signature',
        (one) => one[0] === asked[0] && one[4].v !== undefined,
      );
      const { nonce, deadline, v, r, s } = signed[4];
      is(
        (await alice.balances()).get(symbol),
        [settledBefore, usableBefore - amount, 0n],
        'settled, usable and blocked meanwhile',
      );
      const owned = await chain.owned(token, alice.address);
      const sent = await chain.sendCall(alice.key, 'withdraw', [
        token,
        amount,
        alice.address,
        nonce,
        deadline,
        v,
        r,
        s,
      ]);
      const noted = (await alice.call({ c: 'withdrawalTransaction', id: asked[0], txhash: sent.hash }, 'le'))
        .message as Entry;
      is([noted[0], noted[5]], [asked[0], sent.hash], 'ID, TRANSACTION_HASH after withdrawalTransaction');
      const receipt = await sent.wait();
      is(receipt?.status, 1, 'the contract takes the signature, status');
      is(await chain.owned(token, alice.address), owned + amount, 'owned on the chain');
      const final = await entry(
        alice,
        'the final withdrawal',
        (one) => one[0] === asked[0] && one[3][0]?.[0] === 1,
      );
      is(
        [final[3], final[5], final[6]],
        [[[1, 1, -1]], sent.hash, receipt?.blockNumber],
        'APPLIED, TRANSACTION_HASH, BLOCK_NUMBER',
      );
      is(
        (await alice.balances()).get(symbol),
        [settledBefore - amount, usableBefore - amount, 0n],
        'settled, usable and blocked afterwards',
      );
    },
  ),
  commands('signWithdrawal beyond what can be withdrawn is refused', async ({ alice, market }) => {
    const { contract: token, symbol } = market.traded;
    const usable = await alice.usable(symbol);
    await alice.refusal({ c: 'signWithdrawal', token, amount: `${usable + 1n}` });
    await alice.refusal({ c: 'signWithdrawal', token, amount: '0' });
    await alice.refusal({ c: 'signWithdrawal', token: `0x${'12'.repeat(20)}`, amount: '1' });
    for (const amount of ['-1', '1.5', '1e3', '01', ' 1', '', 1]) {
      await alice.refusal({ c: 'signWithdrawal', token, amount });
    }
    is(await alice.usable(symbol), usable, 'usable');
  }),
  commands('submitWithdrawal carries a withdrawal that the account signed to the contract', async (world) => {
    const { alice, chain, market, domain } = world;
    const { contract: token, symbol } = market.traded;
    const amount = small(world);
    // Typed with a fee that the operator may keep for the gas.
    const fields = {
      receiver: alice.address,
      maxFee: `${amount / 2n}`,
      deadline: Math.floor(Date.now() / 1000) + 3600,
    };
    const nonce = nextNonce();
    const typed = {
      Withdrawal: [
        ['account', 'address'],
        ['token', 'address'],
        ['amount', 'uint256'],
        ['maxFee', 'uint256'],
        ['receiver', 'address'],
        ['nonce', 'uint64'],
        ['deadline', 'uint32'],
      ].map(([name, type]) => ({ name: name ?? '', type: type ?? '' })),
    };
    const signature = await alice.key.signTypedData(
      { name: domain.name, version: '1', chainId: domain.chainId, verifyingContract: domain.contract },
      typed,
      { account: alice.address, token, amount, nonce, ...fields },
    );
    const owned = await chain.owned(token, alice.address);
    const command = {
      c: 'submitWithdrawal',
      token,
      amount: `${amount}`,
      nonce,
      signature,
      signatureFormat: 'signTypedData',
      ...fields,
    };
    const asked = (await alice.call(command, 'le')).message as Entry;
    is([asked[1], asked[3]], ['withdrawal', [[0, 1, -1]]], 'TYPE, APPLIED');
    is(asked[2][0]?.[0], symbol, 'token of the change');
    await alice.refusal(command);
    await entry(alice, 'the final withdrawal', (one) => one[0] === asked[0] && one[3][0]?.[0] === 1);
    const paid = (await chain.owned(token, alice.address)) - owned;
    holds(paid >= amount / 2n && paid <= amount, `between half and all of it was paid: ${paid}`);
  }),
  commands(
    'submitWithdrawal with a signature of somebody else is refused',
    async ({ alice, bob, market, domain }) => {
      const { contract: token } = market.traded;
      const [amount, nonce] = [1_000_000n, nextNonce()];
      const digest = solidityPackedKeccak256(
        ['address', 'uint256', 'uint64', 'address'],
        [token, amount, nonce, domain.contract],
      );
      const signature = await bob.key.signMessage(getBytes(digest));
      await alice.refusal({
        c: 'submitWithdrawal',
        token,
        amount: `${amount}`,
        nonce,
        signature,
        signatureFormat: 'sign',
      });
    },
  ),
  commands(
    'signOrderCancellation cancels the order at once and hands out a signature that the contract takes',
    async (world) => {
      const { alice, chain } = world;
      const { command, hash } = await alice.placeCommand(world.wish('buy', 1, 50));
      const order = await alice.call(command, 'o');
      const id = (order.message as [number])[0];
      const { message } = await alice.call({ c: 'signOrderCancellation', hash }, 'uts');
      await alice.untilOrder('canceled', id, ({ active, canceled }) => !active && canceled);
      const { v, r, s, deadline } = (message as { signature: CoSignature }).signature;
      await chain.call(alice.key, 'cancelOrdersCoSigned', [[hash], deadline, v, r, s]);
      await alice.refusal(command);
    },
  ),
];
