import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Interface } from 'ethers';
import { type ExchangeChain, startExchangeChain, walletAt } from '@exchange/test/kit';
import { crashing } from '../../test/crashing.fixture';
import { signDelegation } from '../signing/sign-delegation';
import type { Wallet } from '../signing/signers';
import { InMemoryStore } from '../store/in-memory-store';
import type { Store } from '../store/store';
import { callData, returnedWords } from './call-data';
import { ChainFunds } from './chain-funds';
import { ChainRefusal } from './transactions';

const ETHER = `0x${'00'.repeat(20)}`;
const AMOUNT = 7_000n;
const owner = walletAt(5).address;

describe('what an account does at the contract', () => {
  let chain: ExchangeChain;
  let lists = 0;
  beforeAll(async () => {
    chain = await startExchangeChain();
    const mint = new Interface(['function mint(address,uint256)']);
    for (const token of chain.tokens) {
      await chain.send(walletAt(5), token, mint.encodeFunctionData('mint', [owner, 10n ** 9n]));
    }
  });
  afterAll(() => chain.stop());

  const node: Wallet = {
    request: ({ method, params = [] }) => chain.provider.send(method, params as unknown[]),
  };
  const funds = (wallet: Wallet = node, store: Store = new InMemoryStore()) =>
    new ChainFunds({ wallet, store, account: owner, contract: chain.exchange, pollMs: 10 });
  const view = async (to: string, data: string) =>
    returnedWords(await chain.provider.call({ to, data }))[0] ?? 0n;
  const held = (token: string) => view(chain.exchange, callData('getBalance', [token, owner]));
  const nextId = () => `list ${(lists += 1)}`;

  it('deposits ether', async () => {
    const before = await held(ETHER);
    await expect(funds().deposit(nextId(), ETHER, AMOUNT)).resolves.toHaveLength(1);
    expect(await held(ETHER)).toBe(before + AMOUNT);
  });

  it('deposits a token for which it allows exactly the amount, after what was allowed is taken back', async () => {
    const [token] = chain.tokens;
    const before = await held(token);
    await chain.send(walletAt(5), token, callData('approve', [chain.exchange, AMOUNT - 1n]));
    await expect(funds().deposit(nextId(), token, AMOUNT)).resolves.toHaveLength(3);
    expect(await held(token)).toBe(before + AMOUNT);
    expect(await view(token, callData('allowance', [owner, chain.exchange]))).toBe(0n);
    await expect(funds().deposit(nextId(), token, AMOUNT)).resolves.toHaveLength(2);
  });

  it.each(['before', 'after'] as const)(
    'deposits once, wherever the process ends: %s a question reached the node',
    async (when) => {
      const [, token] = chain.tokens;
      let crashes = 0;
      // Until a whole run asks less than the question at which it would end.
      for (let last = 1; ; last += 1) {
        const [store, id, before] = [new InMemoryStore(), nextId(), await held(token)];
        const crash = crashing(last, when);
        const dying: Wallet = { request: (question) => crash.ask(() => node.request(question)) };
        if (await crash.ends(() => funds(dying, store).deposit(id, token, AMOUNT))) break;
        crashes += 1;
        await funds(node, store).deposit(id, token, AMOUNT);
        expect([last, await held(token)]).toEqual([last, before + AMOUNT]);
      }
      expect(crashes).toBeGreaterThan(8);
    },
  );

  it('goes on when another transaction took the nonce of one that was never sent', async () => {
    const [store, id, before] = [new InMemoryStore(), nextId(), await held(ETHER)];
    const dying: Wallet = {
      request: async (question) => {
        if (question.method === 'eth_sendTransaction') throw new Error('the process ended');
        return node.request(question);
      },
    };
    await expect(funds(dying, store).deposit(id, ETHER, AMOUNT)).rejects.toThrow('ended');
    await chain.send(walletAt(5), chain.tokens[0], callData('approve', [chain.exchange, 1n]));
    await expect(funds(node, store).unfinished()).resolves.toEqual([id]);
    await funds(node, store).resume(id);
    await expect(funds(node, store).unfinished()).resolves.toEqual([]);
    expect(await held(ETHER)).toBe(before + AMOUNT);
  });

  it('leaves with a token, in part and with all', async () => {
    const [token] = chain.tokens;
    await funds().requestExit(nextId(), [token]);
    await funds().cancelExit(nextId(), [token]);
    await funds().requestExit(nextId(), [token]);
    await chain.provider.send('evm_increaseTime', [86_401]);
    await chain.provider.send('evm_mine', []);
    const before = await held(token);
    await funds().takeExit(nextId(), token, 5n, owner);
    expect(await held(token)).toBe(before - 5n);
    await funds().takeExit(nextId(), token, 'all', owner);
    expect(await held(token)).toBe(0n);
  });

  it('voids orders and nonces, and names and removes a delegate', async () => {
    const [token] = chain.tokens;
    const hash = `0x${'ab'.repeat(32)}`;
    const delegate = walletAt(8);
    const deadline = 2 ** 32 - 1;
    const consent = await signDelegation(delegate, owner, deadline, chain.domain);
    await expect(funds().cancelOrders(nextId(), [hash])).resolves.toHaveLength(1);
    await expect(funds().raiseMinNonce(nextId(), token, 9)).resolves.toHaveLength(1);
    await chain.provider.send('evm_increaseTime', [86_401]);
    await chain.provider.send('evm_mine', []);
    await expect(funds().applyMinNonce(nextId(), token)).resolves.toHaveLength(1);
    await expect(funds().voidNonces(nextId(), [4, 5])).resolves.toHaveLength(1);
    await expect(funds().addDelegate(nextId(), delegate.address, deadline, consent)).resolves.toHaveLength(1);
    await expect(funds().removeDelegate(nextId(), delegate.address)).resolves.toHaveLength(1);
  });

  it('tells what the contract refuses, and takes no other list under the same id', async () => {
    const id = nextId();
    const store = new InMemoryStore();
    // A node tries a transaction before it takes it; this wallet has it sent whatever comes of it.
    const bold: Wallet = {
      request: ({ method, params = [] }) => {
        const given = params as object[];
        const isSent = method === 'eth_sendTransaction';
        const sent = isSent ? given.map((one) => ({ ...one, gas: '0x50000' })) : given;
        return chain.provider.send(method, sent);
      },
    };
    await expect(funds(bold, store).takeExit(id, chain.tokens[1], 1n, owner)).rejects.toThrow(ChainRefusal);
    await expect(funds(node, store).deposit(id, ETHER, 1n)).rejects.toThrow('another list');
    await expect(funds(node, store).unfinished()).resolves.toEqual([id]);
    await funds(node, store).forget(id);
    await expect(funds(node, store).resume(id)).rejects.toThrow('no list');
    await expect(funds(node, store).deposit(id, ETHER, 1n)).resolves.toHaveLength(1);
  });
});
