import { beforeEach, describe, expect, it } from '@jest/globals';
import { chainBlock, chainStats, tokenSupply } from '@exchange/contract/bus';
import type { BlockNews } from '@exchange/core/message';
import { FakeClock, MemoryBroker, MemoryDatabase, MemoryStore } from '@exchange/test/kit';
import fc from 'fast-check';
import { MemoryChain, someAddress } from '../test/memory-chain.fixture';
import { PATIENCE_MS, startWatcher, type WatcherOptions } from '../test/watcher-in-memory.fixture';
import { blocksTable } from './persistence/tables';
import { SCAN_BLOCKS_MAX } from './scan/scan-chain';

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

const start = (options?: WatcherOptions) => startWatcher({ clock, broker, store, chain }, options);

const news = (): BlockNews[] => broker.stream('CHAIN').flatMap(({ data }) => chainBlock.decode(data).news);
const told = (): string[] => news().map(({ kind, number }) => `${kind} ${number}`);
const deposit = (amount: bigint) => ['Deposited', alice, dai, amount, alice] as const;

describe('the chain watcher', () => {
  it('tells each block once, in order, and when it is final', async () => {
    chain.mine(deposit(5n));
    const { pollAll, turn } = await start();
    await pollAll();
    await pollAll();
    chain.mine();
    chain.mine();
    await pollAll();
    expect(told()).toEqual(['seen 1', 'seen 2', 'seen 3', 'final 1']);
    const fact = { kind: 'deposited', account: alice, token: dai, amount: 5n, payer: alice, logIndex: 0 };
    expect(news()[0]).toMatchObject({ facts: [fact] });
    expect(news()[3]).toMatchObject({ facts: [fact] });
    await turn.stop();
  });

  it('undoes what was reorganised away, newest first, and tells what replaced it', async () => {
    const { pollAll, turn } = await start();
    chain.mine();
    const second = chain.mine(deposit(5n));
    chain.mine();
    await pollAll();
    chain.rollBack(2);
    chain.mine(deposit(7n));
    chain.mine();
    chain.mine();
    await pollAll();
    expect(told().slice(3)).toEqual([
      ...['final 1', 'undone 3', 'undone 2', 'seen 2', 'seen 3', 'seen 4', 'final 2'],
    ]);
    const undone = { kind: 'undone', hash: second.hash, facts: [{ amount: 5n }] };
    expect(news()[5]).toMatchObject(undone);
    expect(news().at(-1)).toMatchObject({ facts: [{ amount: 7n }] });
    await turn.stop();
  });

  it('goes on where it stopped, without skipping what happened meanwhile', async () => {
    chain.mine();
    const first = await start();
    await first.pollAll();
    await first.turn.stop();
    for (let count = 0; count < SCAN_BLOCKS_MAX + 10; count++) chain.mine();
    const second = await start();
    await second.pollAll();
    const seen = told().filter((text) => text.startsWith('seen'));
    expect(seen).toEqual(Array.from({ length: SCAN_BLOCKS_MAX + 11 }, (_, index) => `seen ${index + 1}`));
    expect(await new MemoryDatabase(store).find(blocksTable)).toHaveLength(3);
    await second.turn.stop();
  });

  it('undoes blocks that were reorganised away while it was down', async () => {
    chain.mine();
    chain.mine(deposit(5n));
    const first = await start();
    await first.pollAll();
    await first.turn.stop();
    chain.rollBack(1);
    chain.mine();
    chain.mine();
    const second = await start();
    await second.pollAll();
    expect(told().slice(2)).toEqual(['undone 2', 'seen 2', 'seen 3', 'final 1']);
    await second.turn.stop();
  });

  it('never takes a lower head for a chain that was rolled back, and says that it is not up to date', async () => {
    const { poll, pollAll, turn } = await start();
    chain.mine();
    chain.mine();
    await pollAll();
    expect(poll.upToDate).toBe(true);
    const [last] = chain.rollBack(1);
    await clock.advance(10 * PATIENCE_MS);
    await pollAll();
    expect(told()).toEqual(['seen 1', 'seen 2']);
    expect(poll.upToDate).toBe('not read for 50 s');
    chain.putBack(last);
    await pollAll();
    expect([poll.upToDate, told().length]).toEqual([true, 2]);
    await turn.stop();
  });

  it('makes final what the chain calls final, and not before', async () => {
    const { pollAll, turn } = await start({ finality: 'finalized' });
    for (let count = 0; count < 6; count++) chain.mine();
    await pollAll();
    expect(told().filter((text) => text.startsWith('final'))).toEqual([]);
    chain.finalNumber = 2;
    chain.mine();
    await pollAll();
    expect(told().slice(-2)).toEqual(['final 1', 'final 2']);
    await turn.stop();
  });

  it('makes nothing final that it has not read yet while it catches up', async () => {
    for (let count = 0; count < SCAN_BLOCKS_MAX + 20; count++) chain.mine();
    chain.finalNumber = SCAN_BLOCKS_MAX + 10;
    const reached: number[] = [];
    const { poll, turn } = await start({
      finality: 'finalized',
      onScan: ({ finalUpTo }) => reached.push(finalUpTo),
    });
    await poll.poll();
    await poll.poll();
    expect(reached).toEqual([SCAN_BLOCKS_MAX, SCAN_BLOCKS_MAX + 10]);
    await turn.stop();
  });

  it('stops with a clear error when a final block is gone', async () => {
    const { poll, pollAll, turn } = await start();
    for (let count = 0; count < 4; count++) chain.mine();
    await pollAll();
    chain.rollBack(3);
    for (let count = 0; count < 4; count++) chain.mine();
    await expect(poll.poll()).rejects.toThrow(/block 2 .* was told as final, but the chain/);
    await turn.stop();
  });

  it('refuses to start on another chain, contract or start block', async () => {
    chain.mine();
    const first = await start();
    await first.pollAll();
    await first.turn.stop();
    await expect(start({ startBlock: 2 })).rejects.toThrow(/startBlock 1, .* says 2/);
    await expect(start({ contract: dai })).rejects.toThrow(/contract/);
    chain = new MemoryChain('another chain');
    await expect(start()).rejects.toThrow(/anchor .* fresh database/);
  });

  it('waits for the start block', async () => {
    const { pollAll, turn } = await start({ startBlock: 3 });
    chain.mine();
    await pollAll();
    expect(told()).toEqual([]);
    chain.mine();
    chain.mine();
    await pollAll();
    expect(told()).toEqual(['seen 3']);
    await turn.stop();
  });

  it('names the tokens of a trade, also of tokens registered in the same block', async () => {
    const { pollAll, turn } = await start();
    const settled = [
      ...[1n, alice, dai, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`],
      ...[10n, 20n, 1n, 2n, 0n, (0 << 16) | 1, 0],
    ];
    chain.mine(
      ['TokenRegistered', 0, someAddress('00')],
      ['TokenRegistered', 1, dai],
      ['TradeSettled', ...settled],
      ['TradeFailed', 2n, 17, 1],
      ['BatchSettled', 9n, 1, 1],
    );
    await pollAll();
    expect(news()[0]?.facts.slice(2)).toMatchObject([
      {
        kind: 'trade_settled',
        tradeId: 1,
        makerToken: someAddress('00'),
        takerToken: dai,
        makerAmount: 10n,
      },
      { kind: 'trade_failed', tradeId: 2, code: 17, side: 1 },
      { kind: 'batch_settled', batchId: 9, settled: 1, failed: 1 },
    ]);
    await turn.stop();
  });

  it('does not believe a node that leaves out logs of a batch', async () => {
    const { poll, turn } = await start();
    chain.mine(['TradeFailed', 2n, 17, 1], ['BatchSettled', 9n, 1, 1]);
    await expect(poll.poll()).rejects.toThrow(/batch 9 .* settled 1 and failed 1 trades/);
    expect(told()).toEqual([]);
    await turn.stop();
  });

  it('tells the height and the gas price', async () => {
    const { pollAll, turn, bus } = await start();
    const heights: number[] = [];
    await bus.subscribe(chainStats.pattern, (_subject, data) => heights.push(chainStats.decode(data).height));
    chain.mine();
    await pollAll();
    await clock.advance(0);
    expect(heights).toEqual([1]);
    await turn.stop();
  });

  it('tells them again on a chain that stands still, also after a restart, and nothing else', async () => {
    const first = await start();
    chain.mine();
    await first.pollAll();
    await first.turn.stop();
    const { pollAll, turn, bus } = await start();
    const heights: number[] = [];
    await bus.subscribe(chainStats.pattern, (_subject, data) => heights.push(chainStats.decode(data).height));
    const newsBefore = broker.stream('CHAIN').length;
    for (const wait of [0, 1_000, 4_000, 0]) {
      await clock.advance(wait);
      await pollAll();
    }
    await clock.advance(0);
    expect(heights).toEqual([1, 1]);
    expect(broker.stream('CHAIN')).toHaveLength(newsBefore);
    await turn.stop();
  });

  it('ends with the real chain whatever happens: no block twice, none skipped, each undone before its successor', async () => {
    const step = fc.record({
      rollBack: fc.integer({ min: 0, max: 2 }),
      mine: fc.integer({ min: 0, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        broker = new MemoryBroker({ clock });
        store = new MemoryStore();
        chain = new MemoryChain();
        const { pollAll, turn, known } = await start();
        for (const { rollBack, mine } of steps) {
          const unfinal = (known.tip?.number ?? 0) - (known.final?.number ?? 0);
          const back = Math.min(rollBack, unfinal);
          if (back > 0) chain.rollBack(back);
          for (let count = 0; count < mine + back; count++) chain.mine();
          await pollAll();
        }
        const open: BlockNews[] = [];
        let final = 0;
        for (const block of news()) {
          if (block.kind === 'seen') {
            expect(block.number).toBe((open.at(-1)?.number ?? final) + 1);
            open.push(block);
          } else if (block.kind === 'undone') {
            expect(open.pop()?.hash).toBe(block.hash);
          } else {
            expect(open.shift()?.hash).toBe(block.hash);
            expect(block.number).toBe(final + 1);
            final = block.number;
          }
        }
        const head = await chain.head();
        expect(open.at(-1)?.hash ?? known.tip?.hash).toBe(known.tip?.hash);
        expect(known.tip?.number ?? 0).toBe(head);
        if (head > 0) expect((await chain.block(head))?.hash).toBe(known.tip?.hash);
        await turn.stop();
      }),
      { numRuns: 60 },
    );
  });

  it('tells the supply of a registered token at once, again each minute, and reads it once a day', async () => {
    const supplies: string[] = [];
    await broker.connect('account-service').subscribe(tokenSupply.pattern, (_subject, data) => {
      const { token, units } = tokenSupply.decode(data);
      supplies.push(`${token === dai ? 'dai' : token} ${units}`);
    });
    const told = () => supplies.splice(0);
    chain.supplies.set(dai, 2n ** 256n - 1n);
    chain.mine(['TokenRegistered', 1, dai], ['TokenRegistered', 2, someAddress('ee')]);
    const { pollAll, turn } = await start();
    const later = async (ms: number) => {
      await clock.advance(ms);
      await pollAll();
      return told();
    };
    await pollAll();
    expect([...told(), ...(await later(5_000))]).toEqual([`dai ${2n ** 256n - 1n}`]);
    chain.supplies.set(dai, 7n);
    expect(await later(5_000)).toEqual([]);
    expect(await later(60_000)).toEqual([`dai ${2n ** 256n - 1n}`]);
    expect(await later(86_400_000)).toEqual(['dai 7']);
    await turn.stop();
  });

  it('tells what happens on the chain while supplies cannot be read', async () => {
    const { pollAll, turn } = await start();
    chain.mine(['TokenRegistered', 1, dai]);
    await pollAll();
    chain.supplyFails = true;
    await clock.advance(5_000);
    chain.mine();
    await pollAll();
    expect(told()).toEqual(['seen 1', 'seen 2']);
    await turn.stop();
  });
});
