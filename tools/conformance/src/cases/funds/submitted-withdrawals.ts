import {
  nextNonce,
  type SeedCommand,
  signFullWithdrawal,
  signSubmittedWithdrawal,
} from '@exchange/test/seed-client';
import { inSection } from '../../case';
import { holds, is, matches } from '../../expectations';
import { type LedgerEntry, ledgerEntry } from '../../packets';
import type { World } from '../../world';

const commands = inSection('Websocket commands');

interface Submitted {
  readonly command: SeedCommand;
  readonly amount: bigint;
  readonly receiver: string;
  /** The most that may be kept of the amount for the gas. */
  readonly feeMax: bigint;
}

const valueOfGas = ({ market }: World): bigint => market.lot * 10n;

/** In the seed's own five fields. */
async function short(world: World, signatureFormat: 'sign' | 'signTypedData'): Promise<Submitted> {
  const { alice, domain, market } = world;
  const { contract: token } = market.traded;
  const [amount, nonce] = [valueOfGas(world), nextNonce()];
  const fields = await signSubmittedWithdrawal(alice.key, domain, { token, amount, nonce }, signatureFormat);
  const command = { c: 'submitWithdrawal', ...fields };
  return { command, amount, receiver: alice.address, feeMax: amount };
}

/** With receiver, fee and deadline: the full type. */
async function full(world: World): Promise<Submitted> {
  const { alice, bob, domain, market } = world;
  const { contract: token } = market.traded;
  const [amount, nonce] = [valueOfGas(world), nextNonce()];
  const [receiver, maxFee] = [bob.address, amount / 2n];
  const deadline = Math.floor(Date.now() / 1000) + 3600;
  const terms = { account: alice.key.address, token, amount, nonce, receiver, maxFee, deadline };
  const command = { c: 'submitWithdrawal', ...(await signFullWithdrawal(alice.key, domain, terms)) };
  return { command, amount, receiver, feeMax: maxFee };
}

async function isPaid(world: World, { command, amount, receiver, feeMax }: Submitted): Promise<LedgerEntry> {
  const { alice, chain, market } = world;
  const { contract: token, symbol } = market.traded;
  const [settled, usable, blocked] = await alice.balance(symbol);
  const owned = await chain.owned(token, receiver);
  const asked = ledgerEntry((await alice.call(command, 'le')).message);
  is([asked.type, asked.applied], ['withdrawal', [[0, 1, -1]]], 'TYPE, APPLIED');
  const [change] = asked.changes;
  is([change?.[0], change?.[3]], [symbol, `-${amount}`], 'token and net amount of the change');
  await alice.untilBalance('the submission', symbol, [settled, usable - amount, blocked]);
  matches(await alice.refusal(command), /^NONCE_USED: /, 'the same once more');
  const isFinal = (one: LedgerEntry) => one.id === asked.id && one.applied[0]?.[0] === 1;
  const final = await alice.untilEntry('the final withdrawal', isFinal);
  is([final.applied, final.canceled], [[[1, 1, -1]], false], 'APPLIED, CANCELED');
  const paid = (await chain.owned(token, receiver)) - owned;
  holds(paid >= amount - feeMax && paid > 0n && paid <= amount, `the amount less at most ${feeMax}: ${paid}`);
  await alice.untilBalance('the payment', symbol, [settled - amount, usable - amount, blocked]);
  return final;
}

export const submittedWithdrawalCases = [
  commands("submitWithdrawal in the seed's five fields, signed packed, is paid", async (world) => {
    await isPaid(world, await short(world, 'sign'));
  }),
  commands("submitWithdrawal in the seed's five fields, signed as typed data, is paid", async (world) => {
    await isPaid(world, await short(world, 'signTypedData'));
  }),
  commands('submitWithdrawal with receiver, maxFee and deadline pays the receiver', async (world) => {
    await isPaid(world, await full(world));
  }),
  commands('submitWithdrawal with a signature that is not the account’s is refused', async (world) => {
    const { alice, bob, domain, market } = world;
    const { contract: token } = market.traded;
    const [amount, nonce] = [valueOfGas(world), nextNonce()];
    const before = await alice.balance(market.traded.symbol);
    for (const signatureFormat of ['sign', 'signTypedData'] as const) {
      const terms = { token, amount, nonce };
      const fields = await signSubmittedWithdrawal(bob.key, domain, terms, signatureFormat);
      const text = await alice.refusal({ c: 'submitWithdrawal', ...fields });
      matches(text, /^INVALID_SIGNATURE: /, signatureFormat);
    }
    const { command } = await full(world);
    matches(
      await alice.refusal({ ...command, receiver: alice.address }),
      /^INVALID_SIGNATURE: /,
      'another receiver than signed',
    );
    is(await alice.balance(market.traded.symbol), before, 'balance');
  }),
];
