import { accountQueries } from '@exchange/contract/bus';
import type { ToldEntry } from '@exchange/core/message';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { addressOf, ALICE, type Client, GatewayWorld, signedLogin } from '../../test/gateway.fixture';

const alice = addressOf(ALICE);

const oldEntry: ToldEntry = {
  ...{ id: 5, type: 'trade', applied: [0, 1, -1], signature: {}, transaction: null, description: 'trade' },
  changes: [
    { token: 'ETH', amount: '-5', fees: '0', net: '-5' },
    { token: 'DAI', amount: '600', fees: '0', net: '600' },
  ],
  ...{ blockNumber: null, blockHash: null, canceled: false, timestamp: 1, lastUpdated: 2 },
};
const entry: ToldEntry = {
  ...oldEntry,
  appliedItems: [
    [0, 1, -1],
    [0, -1, 1],
  ],
};

/** APPLIED of these two, wherever they are told. */
const APPLIED = [
  [
    [0, 1, -1],
    [0, -1, 1],
  ],
  [
    [0, 1, -1],
    [0, 1, -1],
  ],
];
const ofEntries = (arrays: unknown) => (arrays as unknown[][]).map((array) => array[3]);

describe('APPLIED has an item for each change, also when an earlier release told the entry', () => {
  let world: GatewayWorld;
  let client: Client;
  beforeEach(async () => {
    world = await GatewayWorld.open();
    world.owners.acceptLogins({ pendingEntries: [entry, oldEntry] });
    client = world.connect();
  });

  it('in the pending entries after a login', async () => {
    await client.send(await signedLogin(ALICE));
    const snapshot = client.takePackets().find(([, event]) => event === 'les');
    expect(ofEntries(snapshot?.[2])).toEqual(APPLIED);
  });

  it('in news of an entry', async () => {
    await client.login();
    world.owners.notify(alice, [
      { kind: 'entry', entry },
      { kind: 'entry', entry: oldEntry },
    ]);
    await world.settle();
    const told = client.takePackets();
    expect(told.map(([, event]) => event)).toEqual(['le', 'le']);
    expect(ofEntries(told.map(([, , message]) => message))).toEqual(APPLIED);
  });

  it('in the history', async () => {
    await client.login();
    const entries = [entry, oldEntry];
    world.owners.answer(accountQueries.historicalEntriesQuery, () => ({ accountSeq: 0, entries }));
    await client.send({ c: 'getHistoricalLedgerEntries' });
    const [page] = client.takePackets();
    expect(ofEntries((page?.[2] as { ledgerEntries: unknown }).ledgerEntries)).toEqual(APPLIED);
  });
});
