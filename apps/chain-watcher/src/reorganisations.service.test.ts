import { amount, present, tokenSymbol, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { TokenRules } from '@exchange/core/ledger';
import { type LyingNode, startAnvil, startLyingNode, type TestChain } from '@exchange/test/kit';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ALICE,
  balanceOnChain,
  BOB,
  deployFunded,
  everythingElse,
  type ExchangeOnChain,
  FUNDS,
  send,
  withdraw,
} from '../test/exchange-on-chain.fixture';
import { LedgerOfChain } from '../test/ledger-of-chain.fixture';
import { CONFIRMATIONS, WatchedChain } from '../test/watched-chain.fixture';

const ETHER: TokenRules = {
  ...{ contract: ZERO_ADDRESS, symbol: tokenSymbol('ETH'), decimals: 18, minOrderAmount: amount(1n) },
};
const PAID = 1_000n;
const DAY = 86_400;

/** What becomes of the dropped blocks' transactions: mined never, in other blocks, or in the same ones after all (A→B→A). */
type Fate = 'never' | 'elsewhere' | 'back';
const depths = [1, CONFIRMATIONS - 1, CONFIRMATIONS];
const fates: readonly Fate[] = ['never', 'elsewhere', 'back'];
const ladder = depths.flatMap((depth) => fates.map((fate) => ({ depth, fate })));
/** One of each; the others by `npm run test:reorganisations`. */
const rungs =
  process.env['LADDER'] === 'whole' ? ladder : ladder.filter((_, index) => index % (fates.length + 1) === 0);

const KINDS = [
  ...['deposited', 'withdrawn', 'exit_requested', 'exit_cancelled', 'order_cancelled', 'delegate_added'],
  ...['delegate_removed', 'min_nonce_requested', 'nonce_voided', 'token_registered', 'parameter'],
];

/** The first blocks of all chains here, in which the exchange is deployed, and all deposits are final. */
let blocks: string;
let exchange: ExchangeOnChain;
const chains: TestChain[] = [];
let node: LyingNode;
let ledger: LedgerOfChain;
let watched: WatchedChain;

beforeAll(async () => {
  const base = await startAnvil();
  try {
    exchange = await deployFunded(base);
    await base.mine(CONFIRMATIONS + 1);
    blocks = await base.dump();
  } finally {
    await base.stop();
  }
});
afterEach(async () => {
  await watched?.stop();
  node?.stop();
  await Promise.all(chains.splice(0).map((chain) => chain.stop()));
});

async function newChain(): Promise<TestChain> {
  const chain = await startAnvil({ blocks });
  chains.push(chain);
  await chain.automine(false);
  return chain;
}

/** A chain that the watcher has read, and another with the same blocks. */
async function twoChains(): Promise<readonly [a: TestChain, b: TestChain]> {
  const [a, b] = await Promise.all([newChain(), newChain()]);
  // Even with the same transactions in the same second its blocks are others.
  await b.provider.send('anvil_setCoinbase', [BOB]);
  node = await startLyingNode(a.url);
  ledger = new LedgerOfChain([ALICE, BOB]);
  watched = await WatchedChain.start({ urls: [node.url], exchange, ledger });
  await watched.look();
  expect(ledger.balance(ALICE, ZERO_ADDRESS)).toMatchObject({ usable: FUNDS, settled: FUNDS });
  ledger.told.clear();
  return [a, b];
}

/** Every kind of event, spread over so many blocks, which the watcher sees. */
async function fill(chain: TestChain, blocks: number): Promise<readonly string[]> {
  const { timestamp } = present(await chain.provider.getBlock('latest'), 'block');
  const request = ledger.withdraw(ALICE, ETHER, amount(PAID), timestamp);
  await watched.asked(request);
  const calls = [await withdraw(exchange, request), ...(await everythingElse(exchange))];
  const sent: string[] = [];
  for (let block = 0; block < blocks; block += 1) {
    const share = calls.slice((block * calls.length) / blocks, ((block + 1) * calls.length) / blocks);
    for (const call of share) sent.push(await send(chain, call));
    await chain.mine();
    await watched.look();
  }
  return sent;
}

/** The books are right, and hold what the contract holds. */
async function audit(chain: TestChain): Promise<void> {
  expect(ledger.audit()).toEqual([]);
  for (const [account, token] of [[ALICE, ZERO_ADDRESS] as const, [BOB, exchange.dai] as const]) {
    const held = await balanceOnChain(chain, exchange, account, token);
    expect(ledger.balance(account, token)).toMatchObject({
      settled: held,
      usable: held,
      pendingWithdrawal: 0n,
    });
  }
}

const toldAs = (phase: string) => KINDS.filter((kind) => !ledger.told.has(`${kind} ${phase}`));

describe('a reorganisation with every kind of event in the dropped blocks', () => {
  it.each(rungs)(
    'of $depth blocks, whose transactions are mined $fate, leaves the books right',
    async ({ depth, fate }) => {
      const [a, b] = await twoChains();
      const sent = await fill(a, depth);
      expect(toldAs('seen')).toEqual([]);

      if (fate === 'elsewhere')
        for (const raw of sent) await b.provider.send('eth_sendRawTransaction', [raw]);
      // A block more, and what is on the first chain could not come back.
      await b.mine(fate === 'back' ? depth : depth + 1);
      node.target = b.url;
      await watched.look();
      expect(toldAs('undone')).toEqual([]);

      const last = fate === 'back' ? a : b;
      if (fate === 'back') await a.mine(2);
      node.target = last.url;
      await watched.look();
      // Past the deadline of the withdrawal: what was never mined is free again, what was mined is not.
      await last.provider.send('evm_increaseTime', [DAY]);
      await last.mine(CONFIRMATIONS + 1);
      await watched.restart();
      await watched.look();
      await audit(last);
      const paid = fate === 'never' ? 0n : PAID;
      const deposited = fate === 'never' ? 0n : 5n;
      expect(ledger.balance(ALICE, ZERO_ADDRESS).settled).toBe(FUNDS + deposited - paid);
      expect(toldAs('final')).toEqual(fate === 'never' ? expect.arrayContaining(['withdrawn']) : []);
    },
  );

  it('deeper than blocks are final stops the watcher, and tells nothing of the other chain', async () => {
    const [a, b] = await twoChains();
    await fill(a, CONFIRMATIONS + 1);
    const before = watched.news().length;
    await b.mine(CONFIRMATIONS + 2);
    node.target = b.url;
    await expect(watched.lookOnce()).rejects.toThrow('was told as final');
    expect(watched.news()).toHaveLength(before);
  });

  it('is none when a node is behind, for however long, and however often it is asked', async () => {
    const [a, b] = await twoChains();
    await fill(a, 2);
    const before = watched.news().length;
    node.target = b.url;
    for (let looks = 0; looks < 3; looks += 1) await watched.look();
    await watched.restart();
    await watched.look();
    expect(watched.news()).toHaveLength(before);
    node.target = a.url;
    await a.mine();
    await watched.look();
    expect([...ledger.told].filter((told) => told.endsWith('undone'))).toEqual([]);
  });
});
