import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { amount, entryId } from '@exchange/core/kernel';
import { parseSignature } from '@exchange/core/order';
import { LOG_BYTES_MAX } from '@exchange/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountWorld, alice, aliceAddress, DAI, ETH, ONE } from '../test/account-world.fixture';

const PENDING = 15_000;
const PER_BLOCK = 500;

describe('a login with 15 000 pending entries', () => {
  let world: AccountWorld;
  let nonce = 0;

  beforeAll(async () => {
    world = await AccountWorld.open();
    for (let mined = 0; mined < PENDING; mined += PER_BLOCK) {
      const token = (mined / PER_BLOCK) % 2 === 0 ? ETH : DAI;
      const deposited = { kind: 'deposited', account: aliceAddress, token, payer: aliceAddress } as const;
      const facts = Array.from({ length: PER_BLOCK }, () => ({ ...deposited, amount: amount(ONE) }));
      await world.mine(facts, ['seen']);
    }
  });
  afterAll(async () => {
    await world.stop();
    expect(world.fatal).toEqual([]);
  });

  async function login(entriesInParts?: true) {
    nonce += 1;
    const message = `log in ${nonce}`;
    const signature = parseSignature(await alice.signMessage(message));
    if (!signature.ok) throw new Error(signature.message);
    const reply = await world.askFor(aliceAddress, accountCommands.authenticate, {
      origin: { gateway: 'ws-1', connection: 1, command: 1 },
      ...{ deadline: world.deadline, account: aliceAddress, message, nonce },
      ...{ signature: signature.value, byDelegate: false },
      ...(entriesInParts && { entriesInParts }),
    });
    if (!reply.ok) throw new Error(reply.message);
    return reply.value;
  }
  const partAfter = async (grant: string, id: number) => {
    const request = { grant, id: entryId(id) };
    const part = await world.askFor(aliceAddress, accountQueries.pendingEntriesAfterQuery, request);
    if (!part.ok) throw new Error(part.message);
    return part.value;
  };

  it('has them in parts that the broker takes, each once and in order, at no further cost', async () => {
    const first = await login(true);
    expect(first.moreEntries).toBe(true);
    const sizeOf = (value: Parameters<typeof accountCommands.authenticate.encodeReply>[0]) =>
      accountCommands.authenticate.encodeReply(value).length;
    expect(sizeOf({ ok: true, value: first })).toBeLessThan(LOG_BYTES_MAX);
    const entries = [...first.pendingEntries];
    for (let more = true; more;) {
      const part = await partAfter(first.grant, entries.at(-1)?.id ?? 0);
      const bytes = accountQueries.pendingEntriesAfterQuery.encodeReply({ ok: true, value: part }).length;
      expect(bytes).toBeLessThan(LOG_BYTES_MAX);
      entries.push(...part.entries);
      ({ more } = part);
    }
    const ids = entries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(PENDING);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    for (let query = 0; query < 50; query += 1)
      expect(await partAfter(first.grant, 0)).toMatchObject({ more: true });
  });

  it('has all of them at once for a gateway of an earlier release', async () => {
    const { pendingEntries, moreEntries } = await login();
    expect([pendingEntries.length, moreEntries]).toEqual([PENDING, undefined]);
  });
});
