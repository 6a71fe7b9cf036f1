import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAnvil, type TestChain, walletAt } from '@exchange/test/kit';
import type { Wallet } from '../signing/signers';
import { keyWallet } from './key-wallet';
import { nodeAt, NodeRefusal } from './node';

const owner = walletAt(5);
const receiver = `0x${'be'.repeat(20)}`;

describe('a wallet of a private key', () => {
  let chain: TestChain;
  let node: Wallet;
  beforeAll(async () => {
    chain = await startAnvil();
    node = nodeAt(chain.url);
  });
  afterAll(() => chain.stop());

  const walletOver = (over: string | Wallet, maxFeePerGas?: bigint) =>
    keyWallet({
      ...{ node: over, privateKey: owner.privateKey },
      ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
    });
  const sent = (wallet: Wallet, more: object = {}) =>
    wallet.request({
      method: 'eth_sendTransaction',
      params: [{ from: owner.address, to: receiver, value: '0x7', ...more }],
    }) as Promise<string>;
  const received = async () => Number(await chain.provider.getBalance(receiver));

  it('sends transactions of the account, which pay as the chain asks', async () => {
    const wallet = await walletOver(chain.url);
    expect(wallet.address).toBe(owner.address.toLowerCase());
    await expect(wallet.request({ method: 'eth_accounts' })).resolves.toEqual([wallet.address]);
    const hash = await sent(wallet);
    const receipt = await chain.receipt(hash);
    expect(receipt).toMatchObject({ status: 1, from: owner.address, hash, type: 2 });
    expect(await received()).toBe(7);
  });

  it('pays no more than it may for gas', async () => {
    const block = await chain.provider.getBlock('latest');
    const highest = (block?.baseFeePerGas ?? 0n) + 5n;
    const hash = await sent(await walletOver(chain.url, highest));
    const transaction = await chain.provider.getTransaction(hash);
    expect(transaction?.maxFeePerGas).toBe(highest);
    expect(transaction?.maxPriorityFeePerGas).toBeLessThanOrEqual(highest);
    await chain.receipt(hash);
  });

  it('gives the hash of what the node took, though its answer was lost', async () => {
    const before = await received();
    const losing: Wallet = {
      request: async (question) => {
        const answer = await node.request(question);
        if (question.method === 'eth_sendRawTransaction') throw new Error('the line was cut');
        return answer;
      },
    };
    const hash = await sent(await walletOver(losing));
    await expect(chain.receipt(hash)).resolves.toMatchObject({ status: 1 });
    expect(await received()).toBe(before + 7);
  });

  it('tells what the node refuses, and what is no node', async () => {
    const wallet = await walletOver(chain.url);
    const tooMuch = sent(wallet, { value: `0x${(2n ** 100n).toString(16)}` });
    await expect(tooMuch).rejects.toThrow(NodeRefusal);
    await expect(sent(wallet, { nonce: '0x0' })).rejects.toThrow(NodeRefusal);
    const server = createServer((_, response) => response.writeHead(502).end('<html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(sent(await walletOver(`http://127.0.0.1:${port}`))).rejects.toThrow(
      'status 502 and no JSON',
    );
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(keyWallet({ node, privateKey: '0x12' })).rejects.toThrow(RangeError);
  });
});
