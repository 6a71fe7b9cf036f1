import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands, accountQueries, type RequestDefinition } from '@exchange/contract/bus';
import type { AccountFact } from '@exchange/core/message';
import { addressOf, ALICE, BOB, type Client, GATEWAY, GatewayWorld } from '../../../test/gateway.fixture';

const alice = addressOf(ALICE);
const delegate = addressOf(BOB);
const HASH = `0x${'ab'.repeat(32)}`;
const SIGNATURE = { v: 27, r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, deadline: 1_700_003_600 };
const view = {
  delegate,
  active: false,
  accepted: false,
  removalSignature: {},
  label: 'phone',
  isTradingLogin: true,
};
const delegateFact: AccountFact = { kind: 'delegate', delegate: view };

let world: GatewayWorld;
let client: Client;
beforeEach(async () => {
  world = await GatewayWorld.open();
  world.owners.acceptLogins();
  client = world.connect();
  await client.login();
  client.takePackets();
});

/** The owner takes the command, and tells these facts with its origin. */
function taken(definition: RequestDefinition, facts: AccountFact[], reply: object = {}): void {
  world.owners.answer(definition, (request) => {
    world.owners.notify(alice, facts, request['origin'] as never);
    return { accountSeq: 1, ...reply };
  });
}

const lastRequest = () => world.owners.asked.at(-1);

describe('commands about delegates', () => {
  it('announceDelegate and updateDelegateLabel are answered with the delegate', async () => {
    taken(accountCommands.announceDelegate, [delegateFact]);
    const announce = { c: 'announceDelegate', address: BOB.address, label: 'phone', isTradingLogin: true };
    await client.send({ ...announce, rid: 3 });
    expect(client.takePackets()).toEqual([[0, 'd', [delegate, false, false, {}, 'phone', true], 3]]);
    expect(lastRequest()?.request).toMatchObject({ delegate, label: 'phone', isTradingLogin: true });
    taken(accountCommands.labelDelegate, [delegateFact]);
    await client.send({ c: 'updateDelegateLabel', address: delegate, label: 'x'.repeat(30), rid: 4 });
    expect(lastRequest()?.request).toMatchObject({ delegate, label: 'x'.repeat(30) });
    await client.send({ ...announce, label: 'x'.repeat(31), rid: 5 });
    expect(client.takePackets().at(-1)?.[2]).toContain('INVALID_FIELD: label');
  });

  it('getDelegateSnapshot shows all of them', async () => {
    world.owners.answer(accountQueries.delegatesQuery, () => ({ accountSeq: 0, delegates: [view] }));
    await client.send({ c: 'getDelegateSnapshot', rid: 3 });
    expect(client.takePackets()).toEqual([[0, 'ds', [[delegate, false, false, {}, 'phone', true]], 3]]);
  });

  it('signDelegationRemoval is answered with the signature, whenever it comes; before it nothing has the rid', async () => {
    const other = world.connect();
    await other.login();
    other.takePackets();
    const pending: AccountFact = { kind: 'message', text: 'pending settlement' };
    const signed: AccountFact = { kind: 'delegate', delegate: { ...view, removalSignature: SIGNATURE } };
    const origin = { gateway: GATEWAY, connection: client.connection.id, command: 2, rid: 3 };
    world.owners.answer(accountCommands.signDelegationRemoval, () => {
      world.owners.notify(alice, [delegateFact]);
      world.owners.notify(alice, [pending], origin, { interim: true });
      return { accountSeq: 2 };
    });
    await client.send({ c: 'signDelegationRemoval', address: delegate, rid: 3 });
    const brief = (of: Client) => of.takePackets().map(([, event, , rid]) => [event, rid]);
    expect(brief(client)).toEqual([
      ['d', undefined],
      ['m', undefined],
    ]);
    expect(brief(other)).toEqual([['d', undefined]]);
    // Settlement may take its time: this isn't UNKNOWN_OUTCOME.
    await world.clock.advance(600_000);
    world.edge.outcomes.sweep(world.clock.now());
    await world.settle();
    expect(client.takePackets()).toEqual([]);
    world.owners.notify(alice, [signed], origin);
    await world.settle();
    const shown = [0, 'd', [delegate, false, false, SIGNATURE, 'phone', true]];
    expect([client.takePackets(), other.takePackets()]).toEqual([[[...shown, 3]], [shown]]);
  });

  it('signOrderCancellation hands out the signature under the name that the connection wants', async () => {
    const distinct = world.connect({ naming: 'distinct' });
    await distinct.login();
    distinct.takePackets();
    taken(accountCommands.signOrderCancellation, [
      { kind: 'orderCancellation', hash: HASH, signature: SIGNATURE },
    ]);
    await client.send({ c: 'signOrderCancellation', hash: HASH.toUpperCase().replace('0X', '0x'), rid: 3 });
    expect(lastRequest()?.request).toMatchObject({ hash: HASH });
    expect(client.takePackets()).toEqual([[0, 'uts', { signature: SIGNATURE, hash: HASH }, 3]]);
    expect(distinct.takePackets()).toEqual([[0, 'ocs', { signature: SIGNATURE, hash: HASH }]]);
  });

  it('signMinimumNonce hands out the signature, whenever it comes', async () => {
    const minimum = { token: delegate, minNonce: 7 };
    taken(accountCommands.signMinimumNonce, [{ kind: 'minimumNonce', ...minimum, signature: SIGNATURE }]);
    await client.send({ c: 'signMinimumNonce', ...minimum, rid: 3 });
    expect(lastRequest()?.request).toMatchObject(minimum);
    expect(client.takePackets()).toEqual([[0, 'mns', { ...minimum, signature: SIGNATURE }, 3]]);
    await client.send({ c: 'signMinimumNonce', token: minimum.token, minNonce: 0, rid: 4 });
    expect(client.takePackets()).toEqual([[0, 'e', expect.stringMatching(/^INVALID_FIELD: /), 4]]);
  });
});

describe('commands about funds', () => {
  const entry = {
    ...{ id: 5, type: 'withdrawal', changes: [], applied: [0, 1, -1], signature: {}, transaction: HASH },
    ...{ blockNumber: null, blockHash: null, canceled: false, description: '', timestamp: 1, lastUpdated: 2 },
  } as const;
  const entryFact = { kind: 'entry', entry } as unknown as AccountFact;
  const token = `0x${'00'.repeat(20)}`;
  const signature = `${SIGNATURE.r}${SIGNATURE.s.slice(2)}00`;

  it('submitWithdrawal passes on what was signed, its signature in the contract’s form', async () => {
    taken(accountCommands.submitWithdrawal, [entryFact], { entryId: 5 });
    const short = { c: 'submitWithdrawal', token, amount: '7', nonce: 9, signature, signatureFormat: 'sign' };
    await client.send({ ...short, rid: 3 });
    expect(client.takePackets().map(([, event, , rid]) => [event, rid])).toEqual([['le', 3]]);
    const { v, r, s } = SIGNATURE;
    expect(lastRequest()?.request).toEqual({
      ...{
        grant: 'grant',
        deadline: world.clock.now() + 3_500,
        sent: { run: world.clock.run, at: world.clock.steady(), leftMs: 3_500 },
        token,
        amount: '7',
        nonce: 9,
        format: 'sign',
      },
      origin: { gateway: GATEWAY, connection: client.connection.id, command: 2, rid: 3 },
      signature: { v, r, s },
    });
    const full = {
      signatureFormat: 'signTypedData',
      receiver: delegate,
      maxFee: '3',
      deadline: 1_800_000_000,
    };
    await client.send({ ...short, ...full });
    expect(lastRequest()?.request).toMatchObject({
      ...{ format: 'signTypedData', receiver: delegate, maxFee: '3', deadlineSigned: 1_800_000_000 },
    });
    const passedOn = lastRequest();
    client.takePackets();
    for (const receiver of [`0x${'00'.repeat(20)}`, world.edge.domain.contract]) {
      await client.send({ ...short, ...full, receiver, rid: 4 });
      expect(client.takePackets()).toEqual([[0, 'e', expect.stringMatching(/^INVALID_FIELD: receiver /), 4]]);
    }
    expect(lastRequest()).toBe(passedOn);
    const asked = world.owners.asked.length;
    await client.send({ ...short, signature: `${signature.slice(0, -2)}25`, rid: 4 });
    expect(client.takePackets().at(-1)?.[2]).toContain('INVALID_SIGNATURE');
    expect(world.owners.asked).toHaveLength(asked);
  });

  it('withdrawalTransaction and announceDeposit are answered with the entry', async () => {
    taken(accountCommands.withdrawalTransaction, [entryFact]);
    await client.send({ c: 'withdrawalTransaction', id: 5, txhash: HASH, rid: 3 });
    expect(lastRequest()?.request).toMatchObject({ entryId: 5, transaction: HASH });
    taken(accountCommands.announceDeposit, [entryFact], { entryId: 5 });
    await client.send({ c: 'announceDeposit', token, amount: '7', txhash: HASH, rid: 4 });
    expect(lastRequest()?.request).toMatchObject({ token, amount: '7', transaction: HASH });
    expect(client.takePackets().map(([, event, , rid]) => [event, rid])).toEqual([
      ['le', 3],
      ['le', 4],
    ]);
  });

  it('need a login', async () => {
    const stranger = world.connect();
    await stranger.send({ c: 'announceDeposit', token, amount: '7', txhash: HASH, rid: 4 });
    expect(stranger.packets[0]?.[2]).toContain('NOT_AUTHENTICATED');
  });
});
