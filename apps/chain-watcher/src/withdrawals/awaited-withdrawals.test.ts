import { beforeEach, describe, expect, it } from '@jest/globals';
import { chainBlock, ledgerCosign } from '@exchange/contract/bus';
import { amount, entryId } from '@exchange/core/kernel';
import { FakeClock, MemoryBroker, MemoryStore } from '@exchange/test/kit';
import { MemoryChain, someAddress } from '../../test/memory-chain.fixture';
import { startWatcher } from '../../test/watcher-in-memory.fixture';

const alice = someAddress('aa');
const dai = someAddress('dd');

let clock: FakeClock;
let broker: MemoryBroker;
let store: MemoryStore;
let chain: MemoryChain;

beforeEach(() => {
  clock = new FakeClock();
  broker = new MemoryBroker({ clock });
  store = new MemoryStore();
  chain = new MemoryChain();
});

const start = () => startWatcher({ clock, broker, store, chain });
const told = (): string[] =>
  broker
    .stream('CHAIN')
    .flatMap(({ data }) => chainBlock.decode(data).news.map(({ kind, number }) => `${kind} ${number}`));

describe('a withdrawal that may be co-signed', () => {
  const request = {
    ...{ kind: 'withdrawal' as const, entryId: entryId(7), account: alice, token: dai, amount: amount(5n) },
    ...{ receiver: alice, nonce: 2 ** 52, deadline: 1_700_000_002 },
  };
  const asked = async ({ seq = 1, deadline = request.deadline } = {}) => {
    const log = broker.connect('account-service');
    await log.lastLogSeq('LEDGER', ledgerCosign.subject(0));
    const data = ledgerCosign.encode({ at: 1, seq, requests: [{ ...request, deadline }] });
    await log.publishLog('LEDGER', ledgerCosign.subject(0), [{ seq, data }]);
    await clock.advance(0);
  };
  const used = () => chain.used.add(`${alice}:${request.nonce}`);
  const withdrawn = ['Withdrawn', alice, dai, 5n, 0n, alice, BigInt(request.nonce), 1] as const;
  const mine = (count: number) => {
    for (let block = 0; block < count; block++) chain.mine();
  };
  const finals = () => told().filter((text) => text.startsWith('final'));

  it('is looked for in the contract before a final block is past its deadline without it', async () => {
    await asked();
    const { poll, pollAll, turn } = await start();
    chain.used.add(`${alice}:${request.nonce}`);
    for (let count = 0; count < 4; count++) chain.mine();
    await pollAll();
    expect(finals()).toEqual(['final 1', 'final 2']);
    chain.mine();
    await expect(poll.poll()).rejects.toThrow(`by block 3 the contract has used the nonces`);
    expect(finals()).toEqual(['final 1', 'final 2']);
    await turn.stop();
  });

  it('holds up nothing when the contract never paid it, also after a restart', async () => {
    await asked();
    const first = await start();
    chain.mine();
    await first.pollAll();
    await first.turn.stop();
    const { pollAll, turn } = await start();
    for (let count = 0; count < 5; count++) chain.mine();
    await pollAll();
    expect(finals()).toHaveLength(4);
    await turn.stop();
  });

  it.each([
    ['shown', withdrawn],
    ['voided by its account', ['NonceVoided', alice, BigInt(request.nonce)] as const],
  ])('may be asked for after a final block has it %s, also before a restart', async (_, event) => {
    used();
    chain.mine(event);
    mine(2);
    const first = await start();
    await first.pollAll();
    expect(finals()).toEqual(['final 1']);
    await asked({ deadline: 1_700_000_004 });
    mine(3);
    await first.pollAll();
    await first.turn.stop();
    const { pollAll, turn } = await start();
    await asked({ seq: 2, deadline: 1_700_000_009 });
    mine(9);
    await pollAll();
    expect(finals()).toHaveLength(13);
    await turn.stop();
  });

  it('is still missed when it is asked for late, and no block has shown it', async () => {
    mine(8);
    const { poll, pollAll, turn } = await start();
    await pollAll();
    used();
    await asked();
    chain.mine();
    await expect(poll.poll()).rejects.toThrow('has used the nonces');
    await turn.stop();
  });

  it('is left to what was decided when its deadline passed weeks ago', async () => {
    mine(8);
    const { pollAll, turn } = await start();
    await pollAll();
    used();
    await asked({ deadline: 1_700_000_000 - 8 * 86_400 });
    mine(2);
    await pollAll();
    expect(finals()).toHaveLength(8);
    await turn.stop();
  });

  it('is heard of by a watcher that is younger than the log, whose oldest requests are gone', async () => {
    await asked({ seq: 7 });
    const { poll, turn } = await start();
    await clock.advance(1_000);
    expect(turn.ready).toBe(true);
    used();
    mine(5);
    await expect(poll.poll()).rejects.toThrow('has used the nonces');
    await turn.stop();
  });

  it('is not looked for when a block shows it', async () => {
    await asked();
    const { pollAll, turn } = await start();
    chain.used.add(`${alice}:${request.nonce}`);
    chain.mine(['Withdrawn', alice, dai, 5n, 0n, alice, BigInt(request.nonce), 1]);
    for (let count = 0; count < 5; count++) chain.mine();
    await pollAll();
    expect(finals()).toHaveLength(4);
    await turn.stop();
  });
});
