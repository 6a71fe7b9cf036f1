import { accountCommands, type RequestDefinition } from '@exchange/contract/bus';
import { address, amount, entryId } from '@exchange/core/kernel';
import { parseSignature, SHORT_WITHDRAWAL_TYPES, typedDomain } from '@exchange/core/order';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { AccountWorld, blockHash, bobAddress, domain, ETH } from '../test/account-world.fixture';
import { TICK } from './inbox/signal/account-signal';
import { carriesGrant } from './limits/request-cost';

const key = new Wallet(`0x${'57'.repeat(32)}`);
const stranger = address(key.address);
const text = 'x'.repeat(500);

/** What a stranger can say in each command that its connection may send, as bad as it gets. */
const COMMANDS: Readonly<Record<string, readonly object[]>> = {
  logoff: [{}],
  placeOrder: [],
  editOrder: [{ id: 1, hidden: true }, { cid: 1 }],
  cancelOrder: [{ id: 1 }, { cid: 1 }, { hash: blockHash(1) }],
  cancelOrders: [{}, { market: 'ETHDAI' }],
  cancelOnDisconnect: [{ seconds: 600 }, { seconds: 0 }],
  signWithdrawal: [0n, 1n].map((units) => ({ token: ETH, amount: amount(units) })),
  submitWithdrawal: [],
  withdrawalTransaction: [{ entryId: entryId(1), transaction: blockHash(2) }],
  announceDelegate: [{ delegate: bobAddress, label: 'mine', isTradingLogin: true }],
  labelDelegate: [{ delegate: bobAddress, label: 'mine' }],
  signDelegationRemoval: [{ delegate: bobAddress }],
  signOrderCancellation: [{ hash: blockHash(3) }],
  signMinimumNonce: [{ token: ETH, minNonce: 5 }],
  announceDeposit: [{ token: ETH, amount: amount(1n), transaction: blockHash(4) }],
  updateUsername: [{ username: 'stranger' }],
  registerTotpSalt: [{ secret: 'A'.repeat(16), salt: text }],
  postMessage: [{ message: text }],
};

describe('a signer without anything on record', () => {
  let world: AccountWorld;
  let grant: string;
  beforeEach(async () => {
    world = await AccountWorld.open();
    grant = await world.grantOf(key);
  });
  afterEach(async () => {
    await world.stop();
    expect(world.fatal).toEqual([]);
  });

  const origin = { gateway: 'ws-1', connection: 1, command: 2, rid: 3 };
  const signed = async (signing: Promise<string>) => {
    const signature = parseSignature(await signing);
    if (!signature.ok) throw new Error(signature.message);
    return signature.value;
  };
  const withdrawal = async (units: bigint) => {
    const terms = { token: ETH, amount: amount(units), nonce: 1 };
    const signature = await signed(key.signTypedData(typedDomain(domain), SHORT_WITHDRAWAL_TYPES, terms));
    return { ...terms, format: 'signTypedData', signature };
  };
  /** All rows, and all that any log was told. */
  const durable = () => [
    [...world.store.tables].filter(([, rows]) => rows.size > 0).map(([name, rows]) => [name, rows.size]),
    [...world.store.outbox].map(([subject, messages]) => [subject, messages.length]),
  ];

  it('leaves no row and no message behind, whatever it sends', async () => {
    const withSignatures: Record<string, readonly object[]> = {
      ...COMMANDS,
      placeOrder: [await world.orderRequest(key, grant, world.sell())],
      submitWithdrawal: [await withdrawal(0n), await withdrawal(1n)],
      updateUsername: [
        { username: 'stranger', signature: await signed(key.signMessage('Set username: stranger')) },
      ],
    };
    const before = durable();
    const definitions = Object.entries(accountCommands as Record<string, RequestDefinition>);
    for (const [name, definition] of definitions) {
      if (!carriesGrant(definition)) continue;
      const requests = withSignatures[name] ?? [];
      expect([name, requests.length]).not.toEqual([name, 0]);
      for (const fields of requests) {
        await world.clock.advance(10_000);
        const request = { ...fields, grant, origin, deadline: world.deadline };
        const reply = await world.askFor(stranger, definition, request);
        expect([name, 'code' in reply ? reply.code : 'ok']).not.toEqual([name, 'INVALID_COMMAND']);
        expect([name, durable()]).toEqual([name, before]);
      }
    }
    for (let login = 0; login < 100; login += 1) await world.login(key);
    expect(durable()).toEqual(before);
    expect(world.notices.filter(({ account }) => account === stranger)).toEqual([]);
  });

  it('is told that cancelOnDisconnect needs a record, and may take away what it has not', async () => {
    const set = (seconds: number) =>
      world.askFor(stranger, accountCommands.cancelOnDisconnect, {
        ...{ grant, origin, deadline: world.deadline, seconds },
      });
    expect(await set(30)).toMatchObject({ code: 'NOT_ON_RECORD' });
    expect(await set(0)).toMatchObject({ ok: true });
    await world.deposit(stranger, ETH, 1n);
    expect(await set(30)).toMatchObject({ ok: true });
    world.submit(TICK);
    await world.quiet();
    expect(world.store.table('disconnect_switch').size).toBe(1);
  });
});
