import { delegateRemoval, minimumNonce, orderCancellation } from '@exchange/contract/chain';
import { address, hash } from '@exchange/core/kernel';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TypedDataEncoder, verifyTypedData } from 'ethers';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  ALICE,
  batchQuestion,
  DAI,
  DOMAIN,
  ETH,
  KEYS,
  NOW,
  POLICY,
  policyFrom,
  SETTLEMENT,
  settleBatch,
  SignerWorld,
  transactionOf,
  withdrawalQuestion,
  withdrawForUsers,
} from '../test/signer.fixture';

const other = address(`0x${'0b'.repeat(20)}`);
const minutes = (count: number) => count * 60_000;

describe('the signer', () => {
  let world: SignerWorld;

  beforeEach(() => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'signer-'));
    world = new SignerWorld(policyFrom(path.join(folder, 'policy.json'), POLICY));
    rmSync(folder, { recursive: true });
  });

  /** Says what it answers to each, with time enough between them for the rate. */
  async function answers(role: 'settler' | 'attester' | 'cosigner', questions: readonly unknown[]) {
    const given: string[] = [];
    for (const question of questions) {
      world.now += minutes(0.25);
      given.push(await world.answer(role, question));
    }
    return given;
  }
  const transactions = (...changes: Record<string, unknown>[]) =>
    answers(
      'settler',
      changes.map((change) => transactionOf(settleBatch(), change)),
    );

  it('signs for one chain and one contract', async () => {
    expect(await transactions({}, { chainId: 1 }, { to: other })).toEqual(['signed', 'DOMAIN', 'DOMAIN']);
    const domains = [
      DOMAIN,
      { ...DOMAIN, chainId: 1 },
      { ...DOMAIN, contract: other },
      { ...DOMAIN, name: 'X' },
    ];
    const expected = ['signed', 'DOMAIN', 'DOMAIN', 'DOMAIN'];
    expect(
      await answers(
        'attester',
        domains.map((domain) => batchQuestion({ domain })),
      ),
    ).toEqual(expected);
    const statements = domains.map((domain, nonce) => ({ ...withdrawalQuestion(1n, nonce), domain }));
    expect(await answers('cosigner', statements)).toEqual(expected);
  });

  it('lets a transaction cost what it may, and no wei more', async () => {
    expect(await transactions({ gasLimit: '1000000' }, { gasLimit: '1000001' })).toEqual([
      'signed',
      'GAS_LIMIT',
    ]);
    const perGas = { gasLimit: '500000', maxFeePerGas: '200' };
    expect(await transactions(perGas, { ...perGas, maxFeePerGas: '201' })).toEqual(['signed', 'FEE_PER_GAS']);
    expect(await transactions({ ...perGas, maxPriorityFeePerGas: '201' })).toEqual(['FEE_PER_GAS']);
    expect(await transactions({ maxFeePerGas: '100' }, { maxFeePerGas: '101' })).toEqual(['signed', 'FEE']);
  });

  it('signs batches of the size that is allowed, and no larger ones', async () => {
    const sizes = [{}, { trades: 0, orders: 0 }, { trades: 3 }, { orders: 5 }];
    const expected = ['signed', 'signed', 'BATCH', 'BATCH'];
    expect(
      await answers(
        'settler',
        sizes.map((size) => transactionOf(settleBatch(size))),
      ),
    ).toEqual(expected);
    expect(
      await answers(
        'attester',
        sizes.map((size) => batchQuestion(size)),
      ),
    ).toEqual(expected);
    const calls = [[1n], [1n, 1n], [1n, 1n, 1n], []].map((amounts) =>
      transactionOf(withdrawForUsers(amounts)),
    );
    expect(await answers('settler', calls)).toEqual(['signed', 'signed', 'BATCH', 'BATCH']);
  });

  it('signs what is valid from now on, for as long as is allowed', async () => {
    const times = [NOW, NOW + 600, NOW - 1, NOW + 601];
    const expected = ['signed', 'signed', 'VALID_UNTIL', 'VALID_UNTIL'];
    const ask = async (role: 'settler' | 'attester' | 'cosigner', questions: unknown[]) =>
      Promise.all(questions.map((question) => world.answer(role, question)));
    const settler = times.map((validUntil) => transactionOf(settleBatch({ validUntil })));
    expect(await ask('settler', settler)).toEqual(expected);
    const deadlines = [NOW, NOW + 3_600, NOW - 1, NOW + 3_601];
    const statements = deadlines.map((deadline, nonce) => withdrawalQuestion(1n, nonce, { deadline }));
    expect(await ask('cosigner', statements)).toEqual(expected);
  });

  it('attests a batch that is over, with which the contract is asked as of a past block', async () => {
    const times = [NOW - 1, NOW - 86_400, NOW + 600, NOW + 601];
    const questions = times.map((validUntil) => batchQuestion({ batchId: '0', validUntil }));
    const given = await Promise.all(questions.map((question) => world.answer('attester', question)));
    expect(given).toEqual(['signed', 'signed', 'signed', 'VALID_UNTIL']);
  });

  it('calls the functions that it is told, in their one form', async () => {
    const grant = `0x2f2ff15d${'00'.repeat(64)}`;
    const whole = settleBatch();
    const calls = [whole, grant, '0x', '0x12345678', whole.slice(0, -64), `${whole}00`, whole.slice(0, 10)];
    const expected = ['signed', 'FUNCTION', 'FUNCTION', 'FUNCTION', 'CALL_DATA', 'CALL_DATA', 'CALL_DATA'];
    expect(
      await answers(
        'settler',
        calls.map((data) => transactionOf(data)),
      ),
    ).toEqual(expected);
  });

  it('co-signs for an account that is paid itself, with a nonce of the exchange, once for each', async () => {
    const own = withdrawalQuestion(1n, 0, { nonce: (2n ** 52n - 1n).toString() });
    const questions = [withdrawalQuestion(1n, 0), withdrawalQuestion(1n, 1, { receiver: other }), own];
    expect(await answers('cosigner', questions)).toEqual(['signed', 'RECEIVER', 'NONCE']);
    const again = [withdrawalQuestion(2n, 0), withdrawalQuestion(1n, 0, { deadline: NOW + 3_599 })];
    expect(await answers('cosigner', again)).toEqual(['NONCE_USED', 'NONCE_USED']);
    expect(
      await answers('cosigner', [withdrawalQuestion(1n, 0, { account: other, receiver: other })]),
    ).toEqual(['signed']);
  });

  it('co-signs the statements that it is told', async () => {
    const message = { account: ALICE, delegate: other, deadline: NOW + 60 };
    const removal = { domain: DOMAIN, statement: { kind: 'DelegateRemoval', ...message } };
    const { digest, ...signature } = await world.sign('cosigner', removal);
    const { domain, types } = delegateRemoval(DOMAIN, message);
    expect(digest).toBe(TypedDataEncoder.hash(domain, types, message));
    const signer = verifyTypedData(domain, types, message, {
      ...signature,
      yParity: signature.yParity as 0 | 1,
    });
    expect(signer.toLowerCase()).toBe(KEYS.get('cosigner')?.address);

    const canceled = { account: ALICE, orderHashes: [hash(`0x${'12'.repeat(32)}`)], deadline: NOW + 60 };
    const cancellation = await world.sign('cosigner', {
      domain: DOMAIN,
      statement: { kind: 'OrderCancellation', ...canceled },
    });
    const expected = orderCancellation(DOMAIN, canceled);
    expect(cancellation.digest).toBe(TypedDataEncoder.hash(expected.domain, expected.types, canceled));

    const raised = { account: ALICE, token: DAI, minNonce: 2n ** 60n, deadline: NOW + 60 };
    const question = { kind: 'MinimumNonce', ...raised, minNonce: raised.minNonce.toString() };
    const minimum = await world.sign('cosigner', { domain: DOMAIN, statement: question });
    expect(minimum.digest).toBe(
      TypedDataEncoder.hash(expected.domain, minimumNonce(DOMAIN, raised).types, raised),
    );

    const fewer = { ...POLICY, cosigner: { ...POLICY.cosigner, statements: ['ArbiterWithdrawal'] } };
    const folder = mkdtempSync(path.join(os.tmpdir(), 'signer-'));
    world = new SignerWorld(policyFrom(path.join(folder, 'policy.json'), fewer));
    expect(await world.answer('cosigner', removal)).toBe('STATEMENT');
  });

  it.each(['settler', 'cosigner'] as const)(
    'keeps to what may leave in an hour and in a day: %s',
    async (role) => {
      let nonce = 0;
      const ask = (asked: bigint) =>
        world.answer(
          role,
          role === 'settler'
            ? transactionOf(withdrawForUsers([asked], { validUntil: Math.floor(world.now / 1_000) + 600 }), {
                nonce: (nonce += 1),
              })
            : withdrawalQuestion(asked, (nonce += 1), { deadline: Math.floor(world.now / 1_000) + 600 }),
        );
      expect([await ask(999n), await ask(2n), await ask(1n), await ask(1n)]).toEqual([
        ...['signed', 'VALUE_PER_HOUR', 'signed', 'VALUE_PER_HOUR'],
      ]);
      world.now += minutes(60) - 1;
      expect(await ask(1n)).toBe('VALUE_PER_HOUR');
      world.now += 1;
      expect([await ask(501n), await ask(500n), await ask(1n)]).toEqual([
        'VALUE_PER_DAY',
        'signed',
        'VALUE_PER_DAY',
      ]);
      world.now += minutes(24 * 60 - 60) - 1;
      expect(await ask(1n)).toBe('VALUE_PER_DAY');
      world.now += 1;
      expect(await ask(1_000n)).toBe('signed');
    },
  );

  it('counts the amounts of one call together, and knows no other token', async () => {
    const calls = [
      [600n, 401n],
      [600n, 400n],
    ].map((amounts) => transactionOf(withdrawForUsers(amounts)));
    expect(await answers('settler', calls)).toEqual(['VALUE_PER_HOUR', 'signed']);
    expect(await answers('settler', [transactionOf(withdrawForUsers([0n], { token: ETH }))])).toEqual([
      'TOKEN',
    ]);
    expect(await answers('cosigner', [withdrawalQuestion(1n, 1, { token: DAI })])).toEqual(['TOKEN']);
  });

  it('signs so many times in a minute, whatever it is', async () => {
    const ask = () => world.answer('settler', transactionOf(settleBatch()));
    const first = [await ask()];
    world.now += 1;
    for (let index = 1; index < 6; index++) first.push(await ask());
    expect(first).toEqual([...Array<string>(5).fill('signed'), 'RATE']);
    world.now += minutes(1) - 1;
    expect([await ask(), await ask()]).toEqual(['signed', 'RATE']);
  });

  it('gives the same signature for the same, and counts it once', async () => {
    const question = withdrawalQuestion(600n, 1);
    const first = await world.sign('cosigner', question);
    expect(await world.sign('cosigner', question)).toEqual(first);
    expect(world.lines.map(({ repeated }) => repeated)).toEqual([false, true]);
    expect(await world.answer('cosigner', withdrawalQuestion(400n, 2))).toBe('signed');
    expect(await world.answer('cosigner', withdrawalQuestion(1n, 3))).toBe('VALUE_PER_HOUR');
  });

  it('writes down what it signs, and forgets no limit when it is started again', async () => {
    await world.sign('cosigner', withdrawalQuestion(1_000n, 1));
    expect(world.lines).toEqual([
      {
        ...{ at: NOW * 1_000, key: 'cosigner', client: 'attester', certificate: 'BB:BB', repeated: false },
        ...{ values: [{ token: ETH, amount: 1_000n }], digest: expect.stringMatching(/^0x/) },
        once: `${ALICE} ${2n ** 52n + 1n}`,
        about: expect.objectContaining({ kind: 'ArbiterWithdrawal', account: ALICE, amount: '1000' }),
      },
    ]);
    world.restart();
    expect(await world.answer('cosigner', withdrawalQuestion(1n, 2))).toBe('VALUE_PER_HOUR');
    expect(await world.answer('cosigner', withdrawalQuestion(1n, 1))).toBe('NONCE_USED');
    expect(await world.answer('cosigner', withdrawalQuestion(1_000n, 1))).toBe('signed');
    // Setting the clock back brings nothing back.
    world.now -= minutes(120);
    expect(await world.answer('cosigner', withdrawalQuestion(1n, 2))).toBe('VALUE_PER_HOUR');
  });

  it('gives no signature that it could not write down', async () => {
    world.canWrite = false;
    await expect(world.sign('cosigner', withdrawalQuestion(1_000n, 1))).rejects.toThrow('no space left');
    world.canWrite = true;
    // It counts all the same: nobody knows how far the line came.
    expect(await world.answer('cosigner', withdrawalQuestion(1n, 2))).toBe('VALUE_PER_HOUR');
    expect(await world.answer('cosigner', withdrawalQuestion(1_000n, 1))).toBe('signed');
  });

  it('signs for clients that it knows, with the keys that they may use', async () => {
    const ask = (name: string) =>
      world.signer.sign('settler', transactionOf(settleBatch()), { name, certificate: '' });
    for (const name of ['attester', 'stranger', 'constructor', '__proto__']) {
      await expect(ask(name)).rejects.toMatchObject({ code: 'CLIENT' });
    }
    expect(world.signer.keysOf(SETTLEMENT)).toEqual([
      { key: 'settler', address: KEYS.get('settler')?.address },
    ]);
    expect(world.signer.keysOf({ name: 'stranger', certificate: '' })).toEqual([]);
  });

  it('takes nothing that is not of the documented form', async () => {
    const good = transactionOf(settleBatch());
    const broken = [
      ...[undefined, null, 7, 'text', [], {}],
      ...[
        { ...good, nonce: -1 },
        { ...good, nonce: '0' },
        { ...good, gasLimit: 1_000 },
        { ...good, gasLimit: '-1' },
      ],
      ...[
        { ...good, to: `0x${'C0'.repeat(20)}` },
        { ...good, data: '0x123' },
        { ...good, data: `0x${'00'.repeat(140_000)}` },
      ],
    ];
    for (const question of broken) expect(await world.answer('settler', question)).toBe('MALFORMED');
    const batch = batchQuestion();
    const batches = [
      { ...batch, batchId: 7 },
      { ...batch, orders: [{}] },
      { ...batch, trades: 'none' },
    ];
    for (const question of batches) expect(await world.answer('attester', question)).toBe('MALFORMED');
    const statements = [{ kind: 'Order' }, { kind: 'ArbiterWithdrawal' }, undefined].map((statement) => ({
      domain: DOMAIN,
      statement,
    }));
    for (const question of statements) expect(await world.answer('cosigner', question)).toBe('MALFORMED');
    expect(await world.answer('cosigner', withdrawalQuestion(2n ** 200n, 1))).toBe('MALFORMED');
  });
});
