import { ChainNodes, headerHash, type NodeBlock } from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import { afterEach, describe, expect, it } from '@jest/globals';
import { concat, encodeRlp, keccak256, ZeroAddress, ZeroHash } from 'ethers';
import {
  type JsonRpcAnswer,
  type JsonRpcCall,
  type JsonRpcNode,
  startJsonRpcNode,
} from '../servers/json-rpc-node';

type AnswerTo = (call: JsonRpcCall) => JsonRpcAnswer;

const servers: JsonRpcNode[] = [];
const opened: ChainNodes[] = [];
afterEach(() => {
  for (const nodes of opened.splice(0)) nodes.close();
  for (const server of servers.splice(0)) server.stop();
});

/** A header of its fork; its hash is true unless another is given. */
function header(number: number, fork = 'a', hash?: string): NodeBlock {
  const block = {
    ...{ number: `0x${number.toString(16)}`, parentHash: ZeroHash, miner: ZeroAddress, mixHash: ZeroHash },
    ...{ sha3Uncles: ZeroHash, stateRoot: ZeroHash, transactionsRoot: ZeroHash, receiptsRoot: ZeroHash },
    ...{ logsBloom: `0x${'00'.repeat(256)}`, difficulty: '0x0', gasLimit: '0x1388', gasUsed: '0x0' },
    ...{ timestamp: '0x1', extraData: `0x${Buffer.from(fork).toString('hex')}`, nonce: '0x0000000000000000' },
    transactions: [],
  } as unknown as NodeBlock;
  return { ...block, hash: hash ?? headerHash(block) };
}

const chainOf =
  (head: number, fork = 'a'): AnswerTo =>
  ({ method, params: [first] }) =>
    method === 'eth_blockNumber'
      ? { result: `0x${head.toString(16)}` }
      : { result: Number(first) > head ? null : header(Number(first), fork) };

/** A chain whose nodes give true hashes, but with them something else. */
const chainWith =
  (lie: Partial<NodeBlock>): AnswerTo =>
  (call) => {
    const answer = chainOf(5)(call) as { readonly result: unknown };
    return call.method === 'eth_blockNumber' ? answer : { result: { ...(answer.result as object), ...lie } };
  };

async function open(
  answers: readonly AnswerTo[],
  { quorum, checkHeaders }: { quorum?: number; checkHeaders?: boolean } = {},
) {
  const started = await Promise.all(answers.map((answerTo) => startJsonRpcNode(answerTo)));
  servers.push(...started);
  const urls = started.map(({ url }) => url);
  const nodes = new ChainNodes({ urls, quorum, ...(checkHeaders === undefined ? {} : { checkHeaders }) });
  opened.push(nodes);
  const said: string[] = [];
  nodes.tell({ changed: (node, state) => said.push(`${node[0]} ${state}`) });
  return { nodes, said, started };
}

describe('several nodes of a chain', () => {
  it('have the newest block that enough of them have; one that is far behind is said', async () => {
    const { nodes, said } = await open([chainOf(100), chainOf(99), chainOf(7)]);
    expect(await nodes.head()).toBe(99);
    expect(said).toEqual(['3 behind']);
    expect((await nodes.block(99)).number).toBe(99);
  });

  it('are heard as long as enough of them answer', async () => {
    const { nodes, said, started } = await open([chainOf(5), chainOf(5), chainOf(5)]);
    started[0]?.stop();
    expect(await nodes.head()).toBe(5);
    expect(said).toEqual(['1 failing']);
    started[1]?.stop();
    await expect(nodes.head()).rejects.toThrow('1 of 2 nodes that must agree answered');
  });

  it('must say the same of a block, and one that keeps saying something else is left out', async () => {
    const { nodes, said } = await open([chainOf(5), chainOf(5), chainOf(5, 'b')]);
    for (let look = 0; look < 5; look += 1) expect((await nodes.block(3)).hash).toBe(header(3).hash);
    expect(said).toEqual(['3 lying']);
    const two = await open([chainOf(5), chainOf(5, 'b')]);
    await expect(two.nodes.block(3)).rejects.toThrow('say different things of block 3');
  });

  it('may be fewer that agree, if that is set; not more than there are', async () => {
    const { nodes } = await open([chainOf(5), chainOf(3)], { quorum: 1 });
    expect(await nodes.head()).toBe(5);
    expect(() => new ChainNodes({ urls: ['http://a'], quorum: 2 })).toThrow('see CHAIN_QUORUM');
  });

  it('of different chains are refused', async () => {
    const ids = ['0x7a69', '0x7a69', '0x1'];
    servers.push(...(await Promise.all(ids.map((chainId) => startJsonRpcNode(chainOf(5), { chainId })))));
    const urls = servers.map(({ url }) => url);
    const same = new ChainNodes({ urls: urls.slice(0, 2) });
    const mixed = new ChainNodes({ urls });
    opened.push(same, mixed);
    expect(await same.chainId()).toBe(31_337);
    await expect(mixed.chainId()).rejects.toThrow('the nodes are of different chains: 31337, 1');
  });

  it('are of no other chain when they refuse to say of which', async () => {
    const says: AnswerTo = () => ({ result: '0x7a69' });
    const refuses: AnswerTo = () => ({ error: { code: -32_000, message: 'project is disabled' } });
    const chainId = '';
    const started = [says, says, refuses].map((answerTo) => startJsonRpcNode(answerTo, { chainId }));
    servers.push(...(await Promise.all(started)));
    const nodes = new ChainNodes({ urls: servers.map(({ url }) => url) });
    opened.push(nodes);
    expect(await nodes.chainId()).toBe(31_337);
  });

  it('reject what the chain refuses, with its words, and ask the next one of what a node lacks', async () => {
    const lacks: AnswerTo = () => ({ error: { code: -32_000, message: 'missing trie node 1234' } });
    const refuses: AnswerTo = () => ({
      error: { code: 3, message: 'execution reverted', data: '0x12345678' },
    });
    const has: AnswerTo = () => ({ result: '0x07' });
    const { nodes } = await open([lacks, has, has]);
    expect(await nodes.send('eth_call', [{}, 'latest'])).toBe('0x07');
    expect(await nodes.agreed('eth_call', [{}], 3)).toBe('0x07');
    const other = await open([refuses, refuses, has]);
    await expect(other.nodes.agreed('eth_call', [{}], 3)).rejects.toThrow('execution reverted');
  });
});

describe('a header that has not the hash that it is given with', () => {
  it('is never believed, and its node is left out', async () => {
    const lies: AnswerTo = (call) =>
      call.method === 'eth_blockNumber'
        ? { result: '0x5' }
        : { result: header(Number(call.params[0]), 'b', header(3).hash ?? '') };
    const { nodes, said } = await open([lies]);
    await expect(nodes.block(3)).rejects.toThrow('the header of block 3 has not the hash');
    expect(said).toEqual(['1 lying']);
  });
});

describe('where headers are not checked', () => {
  const unchecked = { checkHeaders: false };
  const lies: readonly (readonly [string, Partial<NodeBlock>])[] = [
    ['filter', { logsBloom: `0x${'ff'.repeat(256)}` }],
    ['time', { timestamp: '0x7fffffff' }],
    ['root of receipts', { receiptsRoot: `0x${'11'.repeat(32)}` }],
    ['parent', { parentHash: `0x${'22'.repeat(32)}` }],
    ['list of transactions', { transactions: [`0x${'33'.repeat(32)}`] }],
  ];

  it.each(lies)('no node alone says what %s a block has, its true hash or not', async (_, lie) => {
    const honest = await open([chainOf(5)], unchecked);
    const { nodes, said } = await open([chainWith(lie), chainOf(5), chainOf(5)], unchecked);
    for (let look = 0; look < 5; look += 1) expect(await nodes.block(3)).toEqual(await honest.nodes.block(3));
    expect(said).toEqual(['1 lying']);
    const two = await open([chainWith(lie), chainOf(5)], unchecked);
    await expect(two.nodes.block(3)).rejects.toThrow('say different things of block 3');
  });
});

describe('a block in capital letters', () => {
  it('is the same, so that its node has no other receipts than the rest', async () => {
    const filter = `0x${'ff'.repeat(256)}`;
    const loud = (hex: string) => `0x${hex.slice(2).toUpperCase()}`;
    const block = { ...header(3), logsBloom: filter, transactions: [`0x${'ab'.repeat(32)}`] };
    const receipts = [
      { type: '0x2', status: '0x1', cumulativeGasUsed: '0x1', logsBloom: filter, logs: [] },
    ].map((receipt) => ({ ...receipt, transactionHash: block.transactions[0] }));
    // A trie of one leaf: the path of index 0, and the receipt.
    const receipt = concat(['0x02', encodeRlp(['0x01', '0x01', filter, []])]);
    const root = keccak256(encodeRlp(['0x2080', receipt]));
    const honest = { ...block, receiptsRoot: root };
    const capital = {
      ...{ ...honest, logsBloom: loud(filter), receiptsRoot: loud(root), hash: loud(String(block.hash)) },
      transactions: block.transactions.map(loud),
    };
    const saying =
      (said: object): AnswerTo =>
      ({ method }) => ({ result: method === 'eth_getBlockReceipts' ? receipts : said });
    const { nodes, said } = await open([saying(capital), saying(honest), saying(honest)], {
      checkHeaders: false,
    });
    const read = await nodes.block(3);
    expect(await nodes.logs(read, [address(`0x${'c0'.repeat(20)}`)])).toEqual([]);
    expect(said).toEqual([]);
  });

  it('whose hash is none at all is a lie of its node, and no defect of ours', async () => {
    const { nodes, said } = await open([chainWith({ parentHash: '0x12' })], { checkHeaders: false });
    await expect(nodes.block(3)).rejects.toThrow('a hash of a block must be 0x and 64 hex digits, not 0x12');
    expect(said).toEqual(['1 lying']);
  });
});

describe('logs', () => {
  it('are not asked for where the header says that there are none', async () => {
    const { nodes } = await open([chainOf(5)]);
    expect(await nodes.logs(await nodes.block(3), [address(`0x${'c0'.repeat(20)}`)])).toEqual([]);
  });
});
