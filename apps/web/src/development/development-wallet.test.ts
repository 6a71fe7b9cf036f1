import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { walletSigner } from '@exchange/client';
import { verifyMessage, verifyTypedData } from 'ethers';
import { WalletList } from '../wallet/wallet-list';
import { walletProblem } from '../wallet/wallet-problem';
import { developmentNode, isDevelopmentWallet } from './development-chain';
import { announceDevelopmentWallets } from './development-wallet';
import { faucetOf } from './faucet';

/** What a browser keeps for a page, and what was looked up in it. */
function storage() {
  const kept = new Map<string, string>();
  const looked: string[] = [];
  return {
    looked,
    getItem: (key: string) => {
      looked.push(key);
      return kept.get(key) ?? null;
    },
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

/** The node of a chain, as far as it says which. */
let node: Server;
let rpcUrl: string;
let nodeChain = 31_337;
const asked: string[] = [];
beforeAll(async () => {
  node = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    const { method } = JSON.parse(body) as { method: string };
    asked.push(method);
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${nodeChain.toString(16)}` }));
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
});
afterAll(() => {
  node.closeAllConnections();
  node.close();
});

/** The wallets that a page on this chain finds. */
function foundOn(config: { chainId: number; rpcUrl?: string }, keptIn = storage()) {
  const page = new EventTarget();
  announceDevelopmentWallets(page, config, keptIn);
  return new WalletList(page, 'Browser wallet').cell.get();
}

const problem = (promise: Promise<unknown>) => promise.then(() => 'none', walletProblem);

describe('what a page has on development chains', () => {
  it.each([31_337, 1_337])('are wallets, a faucet and a node on chain %i', (chainId) => {
    const found = foundOn({ chainId, rpcUrl });
    expect(found.map(({ name }) => name)).toEqual([
      'Key made in this browser',
      'Test account 2',
      'Test account 3',
    ]);
    expect(found.every(({ id }) => isDevelopmentWallet(id))).toBe(true);
    expect(faucetOf({ chainId, rpcUrl })).toBeDefined();
  });

  it.each([1, 10, 137, 8_453, 11_155_111, 31_338])(
    'is nothing on chain %i, whatever its configuration names',
    (chainId) => {
      const kept = storage();
      expect(foundOn({ chainId, rpcUrl }, kept)).toEqual([]);
      expect(kept.looked).toEqual([]);
      expect(faucetOf({ chainId, rpcUrl })).toBeUndefined();
      expect(developmentNode({ chainId, rpcUrl })).toBeUndefined();
    },
  );

  it('is nothing where no node is named', () => {
    expect(foundOn({ chainId: 31_337 })).toEqual([]);
    expect(faucetOf({ chainId: 31_337 })).toBeUndefined();
  });
});

describe('a development wallet', () => {
  it('lets a page in when it is asked to, and remembers that', async () => {
    const kept = storage();
    const [first] = foundOn({ chainId: 31_337, rpcUrl }, kept);
    await expect(first?.provider.request({ method: 'eth_accounts' })).resolves.toEqual([]);
    const [account] = (await first?.provider.request({ method: 'eth_requestAccounts' })) as [string];
    const [again] = foundOn({ chainId: 31_337, rpcUrl }, kept);
    await expect(again?.provider.request({ method: 'eth_accounts' })).resolves.toEqual([account]);
  });

  it('signs texts, hashes and typed data as ethers reads them, for its own account only', async () => {
    const [, second] = foundOn({ chainId: 31_337, rpcUrl });
    if (second === undefined) throw new Error('no wallet');
    const [account] = (await second.provider.request({ method: 'eth_requestAccounts' })) as [string];
    const signer = walletSigner(second.provider, account);
    const bytes = new Uint8Array(32).fill(7);
    for (const message of ['Grüße 1', bytes])
      expect(verifyMessage(message, await signer.signMessage(message)).toLowerCase()).toBe(account);
    const domain = { name: 'tiny', version: '1', chainId: 31_337, verifyingContract: account };
    const types = { Order: [{ name: 'nonce', type: 'uint64' }] };
    const signature = await signer.signTypedData(domain, types, { nonce: 5 });
    expect(verifyTypedData(domain, types, { nonce: 5 }, signature).toLowerCase()).toBe(account);
    const other = `0x${'0b'.repeat(20)}`;
    const asOther = second.provider.request({ method: 'personal_sign', params: ['0x00', other] });
    expect(await problem(asOther)).toBe('notConnected');
  });

  it('sends nothing when its node turns out to be on another chain', async () => {
    const [first] = foundOn({ chainId: 31_337, rpcUrl });
    nodeChain = 1;
    asked.length = 0;
    const sent = first?.provider.request({
      method: 'eth_sendTransaction',
      params: [{ to: `0x${'0b'.repeat(20)}` }],
    });
    expect(await problem(Promise.resolve(sent))).toBe('otherChain');
    const given = faucetOf({ chainId: 31_337, rpcUrl })?.give(`0x${'0b'.repeat(20)}`, [
      { contract: `0x${'00'.repeat(20)}`, amount: 1n },
    ]);
    await expect(given).rejects.toThrow('the node is on chain 1, so nothing is sent');
    expect(new Set(asked)).toEqual(new Set(['eth_chainId']));
    nodeChain = 31_337;
  });

  it('goes to no other chain', async () => {
    const [first] = foundOn({ chainId: 31_337, rpcUrl });
    const go = (chainId: string) =>
      problem(
        Promise.resolve(
          first?.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] }),
        ),
      );
    expect(await go('0x7a69')).toBe('none');
    expect(await go('0x1')).toBe('unknownChain');
  });
});
