import { amount, tokenSymbol, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { TokenRules } from '@exchange/core/ledger';
import {
  type JsonRpcAnswer,
  type Lie,
  type LyingNode,
  onlyFirst,
  startAnvil,
  startLyingNode,
  type TestChain,
} from '@exchange/test/kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { toQuantity } from 'ethers';
import {
  ALICE,
  balanceOnChain,
  deployFunded,
  depositEther,
  type ExchangeOnChain,
  send,
  withdraw,
} from '../test/exchange-on-chain.fixture';
import { LedgerOfChain } from '../test/ledger-of-chain.fixture';
import { CONFIRMATIONS, WatchedChain } from '../test/watched-chain.fixture';

const ETHER: TokenRules = {
  ...{ contract: ZERO_ADDRESS, symbol: tokenSymbol('ETH'), decimals: 18, minOrderAmount: amount(1n) },
};
const EMPTY_BLOOM = `0x${'00'.repeat(256)}`;
const DAY = 86_400;

let chain: TestChain;
let exchange: ExchangeOnChain;
let before: string;
const nodes: LyingNode[] = [];
let ledger: LedgerOfChain;
let watched: WatchedChain;

beforeAll(async () => {
  chain = await startAnvil();
  exchange = await deployFunded(chain);
});
beforeEach(async () => {
  before = await chain.snapshot();
});
afterEach(async () => {
  await chain.revert(before);
  await watched.stop();
  for (const node of nodes.splice(0)) node.stop();
});
afterAll(async () => {
  await chain?.stop();
});

/** The watcher behind so many nodes, at the chain's head; the first of them is returned. */
async function watch(
  count: number,
  more: { quorum?: number; checkHeaders?: boolean; batchMax?: number } = {},
) {
  for (let index = 0; index < count; index += 1) nodes.push(await startLyingNode(chain.url, more.batchMax));
  ledger = new LedgerOfChain([ALICE]);
  watched = await WatchedChain.start({ urls: nodes.map(({ url }) => url), exchange, ledger, ...more });
  await chain.mine(CONFIRMATIONS + 1);
  await watched.look();
  return nodes[0] as LyingNode;
}

/** The books are right, and hold what the contract holds. */
async function audit(): Promise<void> {
  await chain.mine(CONFIRMATIONS + 1);
  await watched.look();
  const held = await balanceOnChain(chain, exchange, ALICE, ZERO_ADDRESS);
  expect(ledger.balance(ALICE, ZERO_ADDRESS)).toMatchObject({ settled: held, usable: held });
  expect(ledger.audit()).toEqual([]);
}

type Receipts = readonly { readonly logs: readonly object[]; readonly logsBloom: string }[];
const withoutLogs = (receipts: unknown) =>
  (receipts as Receipts).map((receipt) => ({ ...receipt, logs: [], logsBloom: EMPTY_BLOOM }));
const withoutLast = (receipts: unknown) =>
  (receipts as Receipts).map((receipt) => ({ ...receipt, logs: receipt.logs.slice(0, -1) }));
const withoutBloom = (block: unknown) => ({ ...(block as object), logsBloom: EMPTY_BLOOM });

const lies: readonly (readonly [string, Lie])[] = [
  ['receipts that were empty once', onlyFirst(1, 'eth_getBlockReceipts', () => [])],
  ['no receipts, once', onlyFirst(1, 'eth_getBlockReceipts', () => null)],
  ['receipts without logs', onlyFirst(2, 'eth_getBlockReceipts', withoutLogs)],
  ['receipts that lack the last log', onlyFirst(2, 'eth_getBlockReceipts', withoutLast)],
  ['a header that hides what the block has', onlyFirst(2, 'eth_getBlockByNumber', withoutBloom)],
  ['no block, though it said that it has it', onlyFirst(2, 'eth_getBlockByNumber', () => null)],
  [
    'an older block than was asked for',
    onlyFirst(2, 'eth_getBlockByNumber', (block) => ({ ...(block as object), number: '0x1' })),
  ],
];

describe('a node that gives', () => {
  it.each(lies)('%s loses no deposit', async (_, lie) => {
    const node = await watch(1);
    await send(chain, depositEther(exchange, 5n));
    node.lie = lie;
    await audit();
  });

  it.each(lies.filter((_, index) => index % 2 === 0))(
    '%s is one of three: the others are believed',
    async (_, lie) => {
      const node = await watch(3);
      await send(chain, depositEther(exchange, 5n));
      node.lie = lie;
      await watched.lookOnce();
      await audit();
    },
  );
});

describe('a withdrawal that is mined in a block whose logs a node hides', () => {
  const hide: Lie = async ({ method }, truth) => {
    const told = await truth();
    if (!('result' in told) || told.result === null) return told;
    if (method === 'eth_getBlockByNumber') return { result: withoutBloom(told.result) };
    return method === 'eth_getBlockReceipts' ? { result: withoutLogs(told.result) } : told;
  };

  /** Co-signed, mined, and past its deadline. */
  async function paid(): Promise<void> {
    const { timestamp } = (await chain.provider.getBlock('latest')) as { timestamp: number };
    const request = ledger.withdraw(ALICE, ETHER, amount(1_000n), timestamp);
    await watched.asked(request);
    const nextAt = (time: number) => chain.provider.send('evm_setNextBlockTimestamp', [time]);
    await nextAt(timestamp + 1);
    await send(chain, await withdraw(exchange, request));
    await nextAt(timestamp + DAY);
    await chain.mine(CONFIRMATIONS + 1);
  }

  it('is not given free when that is the only node, and its headers are taken as they are', async () => {
    const node = await watch(1, { checkHeaders: false });
    const { usable } = ledger.balance(ALICE, ZERO_ADDRESS);
    node.lie = hide;
    await paid();
    await expect(watched.lookOnce()).rejects.toThrow(
      'has used the nonces of withdrawals that no block showed',
    );
    await watched.restart();
    await expect(watched.lookOnce()).rejects.toThrow(
      'has used the nonces of withdrawals that no block showed',
    );
    expect(ledger.balance(ALICE, ZERO_ADDRESS)).toMatchObject({
      ...{ usable: usable - 1_000n, pendingWithdrawal: 1_000n },
    });
  });

  it('is not given free when its headers are checked, nor is anything else told', async () => {
    const node = await watch(1);
    node.lie = hide;
    await paid();
    const told = watched.news().length;
    await expect(watched.lookOnce()).rejects.toThrow('has not the hash');
    expect([watched.news().length, watched.said]).toEqual([told, ['1 lying']]);
    node.lie = undefined;
    await audit();
  });

  it('is paid once when others show it', async () => {
    const node = await watch(3);
    node.lie = hide;
    await paid();
    await audit();
    expect(watched.said).toContain('1 lying');
  });
});

describe('a node that lags', () => {
  it('is left out and said, holds nobody up, and is heard again', async () => {
    const node = await watch(3);
    const stuck = await chain.provider.getBlockNumber();
    node.lie = async ({ method, params: [first] }, truth): Promise<JsonRpcAnswer> => {
      if (method === 'eth_blockNumber') return { result: toQuantity(stuck) };
      return method === 'eth_getBlockByNumber' && Number(first) > stuck ? { result: null } : truth();
    };
    await send(chain, depositEther(exchange, 5n));
    await chain.mine(20);
    await audit();
    expect(watched.said).toEqual(['1 behind']);
    node.lie = undefined;
    await audit();
    expect(watched.said).toEqual(['1 behind', '1 well']);
    expect([...ledger.told].filter((told) => told.endsWith('undone'))).toEqual([]);
  });
});

describe('a public node', () => {
  it('that takes few questions at once, and not too often, is asked for less, later', async () => {
    const node = await watch(1, { batchMax: 5 });
    let refused = 0;
    node.lie = (_, truth) => {
      refused += 1;
      return refused % 7 === 0 ? { error: { code: -32_005, message: 'rate limit exceeded' } } : truth();
    };
    await send(chain, depositEther(exchange, 5n));
    await chain.mine(60);
    await audit();
    expect(watched.said).toEqual([]);
  });
});
