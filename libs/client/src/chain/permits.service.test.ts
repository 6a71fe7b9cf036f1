import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExchangeChain, startExchangeChain, walletAt } from '@exchange/test/kit';
import { address, type Address } from '@exchange/core/kernel';
import { ContractFactory, Interface } from 'ethers';
import { crashing } from '../../test/crashing.fixture';
import type { Signer } from '../order/signer';
import { keySigner, type Wallet } from '../signing/signers';
import { InMemoryStore } from '../store/in-memory-store';
import type { Store } from '../store/store';
import { callData, type FunctionName, returnedWords } from './call-data';
import { ChainFunds } from './chain-funds';
import { keyWallet } from './key-wallet';
import { nodeAt } from './node';

const AMOUNT = 7_000n;
const owner = walletAt(5);
const mint = new Interface(['function mint(address,uint256)']);

// In a process of its own, because Jest would instrument 9 MB of compiler.
const COMPILE = `
  import { compileSource } from './contracts/compiler.mjs';
  const { MischiefToken } = compileSource('test/support/MischiefToken.sol');
  process.stdout.write('0x' + MischiefToken.evm.bytecode.object);`;

describe('a deposit by permit', () => {
  let chain: ExchangeChain;
  let node: Wallet;
  let wallet: Wallet;
  let signer: Signer;
  let signatures = 0;
  let lists = 0;
  beforeAll(async () => {
    chain = await startExchangeChain();
    node = nodeAt(chain.url);
    wallet = await keyWallet({ node, privateKey: owner.privateKey });
    const key = await keySigner(owner.privateKey);
    signer = {
      ...key,
      signTypedData: (...asked) => {
        signatures += 1;
        return key.signTypedData(...asked);
      },
    };
    for (const token of chain.tokens) await give(token);
  });
  afterAll(() => chain.stop());

  const give = (token: Address) =>
    chain.send(owner, token, mint.encodeFunctionData('mint', [owner.address, 10n ** 9n]));
  const nextId = () => `list ${(lists += 1)}`;
  const view = async (to: string, name: FunctionName, values: readonly string[]) =>
    returnedWords(await chain.provider.call({ to, data: callData(name, values) }))[0] ?? 0n;
  const held = (token: string) => view(chain.exchange, 'getBalance', [token, owner.address]);
  const allowed = (token: string) => view(token, 'allowance', [owner.address, chain.router]);
  const called: FunctionName[] = [];
  const funds = (store: Store = new InMemoryStore(), by = wallet, router: string = chain.router) =>
    new ChainFunds({
      ...{ wallet: by, store, account: owner.address, contract: chain.exchange, pollMs: 5 },
      ...{ permits: { signer, router }, sent: (call) => called.push(call) },
    });
  async function deposited(token: string, by = funds()): Promise<readonly FunctionName[]> {
    const before = await held(token);
    called.length = 0;
    await by.deposit(nextId(), token, AMOUNT);
    expect(await held(token)).toBe(before + AMOUNT);
    expect(await allowed(token)).toBe(0n);
    return [...called];
  }

  it('is one transaction, each time', async () => {
    const [token] = chain.tokens;
    // What the chain was made with is allowed without end.
    await chain.send(owner, token, callData('approve', [chain.exchange, 0n]));
    expect(await deposited(token)).toEqual(['depositWithPermit']);
    expect(await deposited(token)).toEqual(['depositWithPermit']);
  });

  it('asks for no signature where enough is allowed', async () => {
    const [token] = chain.tokens;
    await chain.send(owner, token, callData('approve', [chain.exchange, AMOUNT]));
    const before = signatures;
    expect(await deposited(token)).toEqual(['depositToken']);
    expect(signatures).toBe(before);
  });

  it('is an approval of a token that has no permits, or that a router doesn’t take', async () => {
    const code = execFileSync(process.execPath, ['--input-type=module', '-e', COMPILE], { encoding: 'utf8' });
    const deployer = walletAt(8).connect(chain.provider);
    const contract = await new ContractFactory([], code, deployer).deploy();
    await contract.waitForDeployment();
    const plain = address(await contract.getAddress());
    await chain.register(plain);
    await give(plain);
    const before = signatures;
    expect(await deposited(plain)).toEqual(['approve', 'depositToken']);
    expect(signatures).toBe(before);
    // The exchange itself has no such function.
    const [token] = chain.tokens;
    const other = funds(new InMemoryStore(), wallet, chain.exchange);
    expect(await deposited(token, other)).toEqual(['approve', 'depositToken']);
    // Where no contract is, every call succeeds and moves nothing.
    const nowhere = funds(new InMemoryStore(), wallet, walletAt(8).address);
    expect(await deposited(token, nowhere)).toEqual(['approve', 'depositToken']);
  });

  it('goes on when somebody who saw the permit has used it', async () => {
    const [token] = chain.tokens;
    const [store, id, before] = [new InMemoryStore(), nextId(), await held(token)];
    const cut: Wallet = {
      request: (question) =>
        question.method === 'eth_sendTransaction'
          ? Promise.reject(new Error('the process ended'))
          : wallet.request(question),
    };
    await expect(funds(store, cut).deposit(id, token, AMOUNT)).rejects.toThrow('ended');
    const [[, kept] = ['', {}]] = await store.list('chain:');
    const { steps } = kept as { steps: { values: string[] }[] };
    const [, , deadline, v, r, s] = steps[0]?.values ?? [];
    const used = new Interface([
      'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    ]).encodeFunctionData('permit', [owner.address, chain.router, AMOUNT, deadline, v, r, s]);
    await chain.send(walletAt(6), token, used);
    await funds(store).resume(id);
    expect(await held(token)).toBe(before + AMOUNT);
  });

  it.each(['before', 'after'] as const)(
    'happens once, wherever the process ends: %s a question',
    async (when) => {
      const [, token] = chain.tokens;
      await chain.send(owner, token, callData('approve', [chain.exchange, 0n]));
      for (let last = 1; ; last += 1) {
        const [store, id, before] = [new InMemoryStore(), nextId(), await held(token)];
        const crash = crashing(last, when);
        const dying = await keyWallet({
          node: { request: (question) => crash.ask(() => node.request(question)) },
          privateKey: owner.privateKey,
        });
        const isWhole = await crash.ends(() => funds(store, dying).deposit(id, token, AMOUNT));
        if (!isWhole) await funds(store).deposit(id, token, AMOUNT);
        expect([last, await held(token)]).toEqual([last, before + AMOUNT]);
        if (isWhole) return expect(last).toBeGreaterThan(15);
      }
    },
  );
});
