import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { type Address, amount, entryId as entryIdOf, type TokenAmount } from '@exchange/core/kernel';
import { ANNOUNCED_MS, SUBMIT_REST_MS } from '@exchange/core/ledger';
import {
  packedWithdrawalHash,
  parseSignature,
  SHORT_WITHDRAWAL_TYPES,
  typedDomain,
  WITHDRAWAL_TYPES,
} from '@exchange/core/order';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { keccak256, type Wallet } from 'ethers';
import {
  AccountWorld,
  alice,
  aliceAddress,
  bob,
  bobAddress,
  blockHash,
  DAI,
  domain,
  ETH,
  ONE,
} from '../test/account-world.fixture';

let world: AccountWorld;
let grant: string;
let commands = 10;
beforeEach(async () => {
  world = await AccountWorld.open();
  await world.deposit(aliceAddress, ETH, 5n * ONE);
  grant = await world.grantOf(alice);
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

const authority = (by = grant) => {
  commands += 1;
  const origin = { gateway: 'ws-1', connection: 1, command: commands, rid: commands };
  return { grant: by, origin, deadline: world.deadline };
};
const told = () => world.told(aliceAddress, commands);
const usable = async () => {
  const reply = await world.askFor(aliceAddress, accountQueries.balancesQuery, { grant });
  return reply.ok ? BigInt(reply.value.balances.find(({ token }) => token === 'ETH')?.usable ?? '0') : -1n;
};

interface Form {
  readonly format?: 'sign' | 'signTypedData';
  readonly full?: {
    readonly receiver: Address;
    readonly maxFee: TokenAmount;
    readonly deadlineSigned: number;
  };
  readonly key?: Wallet;
  readonly units?: bigint;
}

/** A signed submitWithdrawal, of one ether if nothing else is said. */
async function request(nonce: number, form: Form = {}) {
  const { format = 'signTypedData', full, key = alice, units: wanted = ONE } = form;
  const units = amount(wanted);
  const short = { token: ETH, amount: units, nonce };
  const keccak = (data: Uint8Array) => Buffer.from(keccak256(data).slice(2), 'hex');
  const hex =
    full !== undefined
      ? await key.signTypedData(typedDomain(domain), WITHDRAWAL_TYPES, {
          ...{ ...short, account: aliceAddress, receiver: full.receiver },
          ...{ maxFee: full.maxFee, deadline: full.deadlineSigned },
        })
      : format === 'sign'
        ? await key.signMessage(packedWithdrawalHash(short, domain.contract, keccak))
        : await key.signTypedData(typedDomain(domain), SHORT_WITHDRAWAL_TYPES, short);
  const signature = parseSignature(hex);
  if (!signature.ok) throw new Error(signature.message);
  const signed = { token: ETH, amount: units, nonce, format, signature: signature.value };
  return { ...authority(), ...signed, ...full };
}
const submit = async (nonce: number, form?: Form) =>
  world.askFor(aliceAddress, accountCommands.submitWithdrawal, await request(nonce, form));

describe('submitWithdrawal', () => {
  const full = { receiver: bobAddress, maxFee: amount(9n), deadlineSigned: 4_000_000_000 };

  it.each([
    ['short', {}, { receiver: aliceAddress, deadline: 2 ** 32 - 1 }],
    ['shortPersonal', { format: 'sign' }, { receiver: aliceAddress }],
    ['full', { full }, { receiver: bobAddress, maxFee: 9n, deadline: 4_000_000_000 }],
  ] as const)('in the %s form is held and handed to settlement', async (scheme, form, expected) => {
    expect(await submit(1, form)).toMatchObject({ ok: true });
    expect(told()).toMatchObject([
      { kind: 'entry', entry: { type: 'withdrawal', applied: [0, 1, -1], signature: {} } },
      { kind: 'balance', balance: { usable: (4n * ONE).toString() } },
    ]);
    expect((await world.asked()).submissions).toMatchObject([
      { scheme, amount: ONE, fee: 0n, nonce: 1, account: aliceAddress, ...expected },
    ]);
  });

  it('is refused when anybody else signed it, or it was changed on the way', async () => {
    expect(await submit(1, { key: bob })).toMatchObject({ code: 'INVALID_SIGNATURE' });
    const signed = await request(2, { full });
    for (const change of [
      { receiver: aliceAddress },
      { maxFee: amount(10n) },
      { amount: amount(1n) },
      { nonce: 3 },
    ]) {
      const changed = { ...signed, ...change, ...authority() };
      expect(await world.askFor(aliceAddress, accountCommands.submitWithdrawal, changed)).toMatchObject({
        code: 'INVALID_SIGNATURE',
      });
    }
    const { receiver, maxFee } = full;
    const personal = { ...(await request(4, { format: 'sign' })), receiver, maxFee };
    expect(await world.askFor(aliceAddress, accountCommands.submitWithdrawal, personal)).toMatchObject({
      code: 'INVALID_FIELD',
    });
    expect(await usable()).toBe(5n * ONE);
    expect((await world.asked()).submissions).toEqual([]);
  });

  it('may be brought by a delegate’s connection only with the account’s own signature', async () => {
    const validUntil = 2 ** 40 - 1;
    const delegate = bobAddress;
    await world.mine([{ kind: 'delegate_added', account: aliceAddress, delegate, validUntil }]);
    grant = await world.grantOf(bob, aliceAddress);
    expect(await submit(1, { key: bob })).toMatchObject({ code: 'INVALID_SIGNATURE' });
    expect(await submit(1)).toMatchObject({ ok: true });
  });

  it('costs what the network takes: within maxFee, and within the contract’s cap in a short form', async () => {
    world.withdrawalCost = amount(9n);
    expect(await submit(1, { full: { ...full, maxFee: amount(8n) } })).toMatchObject({ code: 'FEE_TOO_LOW' });
    expect(await submit(2, { full })).toMatchObject({ ok: true });
    expect(await submit(3)).toMatchObject({ code: 'FEE_TOO_LOW' });
    await world.mine([{ kind: 'parameter', name: `withdrawalFeeCap.${ETH}`, value: '9' }]);
    await world.restart();
    expect(await submit(4)).toMatchObject({ ok: true });
    expect((await world.asked()).submissions).toMatchObject([{ fee: 9n }, { fee: 9n }]);
  });

  it('of a dozen of one unit none is taken, and of a dozen that pay for themselves five', async () => {
    world.withdrawalCost = amount(10n ** 12n);
    await world.mine([{ kind: 'parameter', name: `withdrawalFeeCap.${ETH}`, value: `${10n ** 12n}` }]);
    const dozen = async (units: bigint, first: number) => {
      const replies = [];
      for (let nonce = first; nonce < first + 12; nonce += 1) replies.push(await submit(nonce, { units }));
      return replies.map((reply) => (reply.ok ? 'ok' : reply.code));
    };
    expect(new Set(await dozen(1n, 1))).toEqual(new Set(['AMOUNT_TOO_SMALL']));
    expect(await submit(20, { units: 1n })).toMatchObject({
      message: expect.stringContaining('0.00001 ETH'),
    });
    expect(await usable()).toBe(5n * ONE);
    // Another window of points.
    await world.clock.advance(10_000);
    expect(await dozen(10n ** 17n, 21)).toEqual([
      ...Array.from({ length: 5 }, () => 'ok'),
      ...Array.from({ length: 7 }, () => 'TOO_MANY_WITHDRAWALS'),
    ]);
    expect((await world.asked()).submissions).toHaveLength(5);
  });

  it('is refused while nobody knows what it costs', async () => {
    world.withdrawalCost = undefined;
    expect(await submit(1)).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await usable()).toBe(5n * ONE);
  });

  it('ends by what settlement says, and its nonce is never taken again', async () => {
    const taken = await submit(1);
    const entryId = entryIdOf(taken.ok ? taken.value.entryId : 0);
    const transaction = blockHash(7);
    await world.settlement({ kind: 'withdrawal_sent', entryId, account: aliceAddress, transaction });
    expect(world.factsFor(aliceAddress).at(-1)).toMatchObject({ entry: { id: entryId, transaction } });
    const failed = {
      kind: 'withdrawal_failed',
      entryId,
      account: aliceAddress,
      reason: 'NOT_MINED',
    } as const;
    await world.settlement({ ...failed, refused: false });
    expect(await usable()).toBe(5n * ONE);
    expect(await submit(1)).toMatchObject({ code: 'NONCE_USED' });
    await world.restart();
    expect(await submit(1, { full })).toMatchObject({ code: 'NONCE_USED' });
  });

  it('rests for a day after one that the contract refused; signWithdrawal goes on', async () => {
    const taken = await submit(1);
    const entryId = entryIdOf(taken.ok ? taken.value.entryId : 0);
    const failed = { kind: 'withdrawal_failed', entryId, account: aliceAddress, reason: 'BALANCE' } as const;
    await world.settlement({ ...failed, refused: true });
    await world.restart();
    expect(await submit(2)).toMatchObject({ code: 'WITHDRAWALS_REST' });
    const cosigned = { ...authority(), token: ETH, amount: amount(1n) };
    expect(await world.askFor(aliceAddress, accountCommands.signWithdrawal, cosigned)).toMatchObject({
      ok: true,
    });
    await world.clock.advance(SUBMIT_REST_MS);
    grant = await world.grantOf(alice);
    expect(await submit(2)).toMatchObject({ ok: true });
  });
});

describe('withdrawalTransaction', () => {
  it('shows the transaction at an own pending withdrawal, and at nothing else', async () => {
    const signed = await world.askFor(aliceAddress, accountCommands.signWithdrawal, {
      ...{ ...authority(), token: ETH, amount: amount(7n) },
    });
    const entryId = signed.ok ? signed.value.entryId : 0;
    const note = (id: number) =>
      world.askFor(aliceAddress, accountCommands.withdrawalTransaction, {
        ...{ ...authority(), entryId: entryIdOf(id), transaction: blockHash(9) },
      });
    expect(await note(entryId)).toMatchObject({ ok: true });
    expect(told()).toMatchObject([{ kind: 'entry', entry: { id: entryId, transaction: blockHash(9) } }]);
    expect(await note(entryId + 1)).toMatchObject({ code: 'UNKNOWN_ENTRY' });
  });
});

describe('announceDeposit', () => {
  // The fixture's block n has the transaction n: the next one is 102.
  const transaction = blockHash(102);
  const announce = (by = grant, account = aliceAddress, units = ONE) =>
    world.askFor(account, accountCommands.announceDeposit, {
      ...{ ...authority(by), token: ETH, amount: amount(units), transaction },
    });

  it('gives the entry that the real deposit goes on with, also when it is announced late', async () => {
    const announced = await announce();
    const entryId = announced.ok ? announced.value.entryId : 0;
    expect(told()).toMatchObject([{ entry: { id: entryId, applied: [0, 0, -1], transaction } }]);
    await world.restart();
    await world.deposit(aliceAddress, ETH, ONE);
    const entries = world
      .factsFor(aliceAddress)
      .flatMap((fact) => (fact.kind === 'entry' ? [fact.entry] : []));
    expect(entries.at(-1)).toMatchObject({ id: entryId, applied: [1, 1, -1], description: 'deposit' });
    expect(await announce()).toMatchObject({ value: { entryId } });
    expect(told()).toMatchObject([{ entry: { id: entryId, applied: [1, 1, -1] } }]);
    expect(await usable()).toBe(6n * ONE);
  });

  it('is one for a transaction, before it is mined and when it is final', async () => {
    const announced = await announce();
    const same = { value: { entryId: announced.ok ? announced.value.entryId : 0 } };
    expect(await announce()).toMatchObject(same);
    const other = await announce(grant, aliceAddress, 2n * ONE);
    expect(other).toMatchObject({ code: 'INVALID_FIELD' });
    await world.deposit(aliceAddress, ETH, ONE);
    await world.restart();
    expect(await announce(grant, aliceAddress, 2n * ONE)).toMatchObject(same);
    const ofDai = { ...authority(), token: DAI, amount: amount(1n), transaction };
    const refused = await world.askFor(aliceAddress, accountCommands.announceDeposit, ofDai);
    expect(refused).toMatchObject({ code: 'INVALID_FIELD' });
  });

  it('is canceled after a day, and leaves no rows of a stranger', async () => {
    await announce();
    await world.clock.advance(ANNOUNCED_MS);
    await world.tick();
    expect(world.factsFor(aliceAddress).at(-1)).toMatchObject({ entry: { canceled: true } });
    expect(await announce(await world.grantOf(bob), bobAddress)).toMatchObject({ code: 'NOT_ON_RECORD' });
  });
});
