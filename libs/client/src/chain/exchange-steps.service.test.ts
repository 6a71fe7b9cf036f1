import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Interface } from 'ethers';
import { CO_SIGNER, type ExchangeChain, startExchangeChain, walletAt } from '@exchange/test/kit';
import { CoSigningExchange } from '../../test/co-signing-exchange.fixture';
import { crashing } from '../../test/crashing.fixture';
import { ExchangeError } from '../exchange-error';
import type { Signer } from '../order/signer';
import { keySigner, type Wallet } from '../signing/signers';
import { InMemoryStore } from '../store/in-memory-store';
import type { Store } from '../store/store';
import { callData, returnedWords } from './call-data';
import { ChainFunds } from './chain-funds';
import type { ExchangePort } from './exchange-steps';
import { keyWallet } from './key-wallet';
import { nodeAt } from './node';

const AMOUNT = 7_000n;
const owner = walletAt(5);
const TIMEOUT_MS = 240_000;

describe('what an account does with the exchange, on the chain', () => {
  let chain: ExchangeChain;
  let signer: Signer;
  let node: Wallet;
  let wallet: Wallet;
  let lists = 0;
  beforeAll(async () => {
    chain = await startExchangeChain();
    signer = await keySigner(owner.privateKey);
    node = nodeAt(chain.url);
    wallet = await keyWallet({ node, privateKey: owner.privateKey });
    const mint = new Interface(['function mint(address,uint256)']);
    for (const token of chain.tokens) {
      await chain.send(owner, token, mint.encodeFunctionData('mint', [owner.address, 10n ** 9n]));
    }
  });
  afterAll(() => chain.stop());

  const chainTime = async () => (await chain.provider.getBlock('latest'))?.timestamp ?? 0;
  const started = async () =>
    new CoSigningExchange(
      ...([signer.address, await keySigner(walletAt(CO_SIGNER).privateKey), chain.domain] as const),
      { tokens: { AAA: { contract: chain.tokens[0] }, BBB: { contract: chain.tokens[1] } } },
      chainTime,
    );
  const funds = (exchange: ExchangePort, store: Store = new InMemoryStore(), by = wallet) =>
    new ChainFunds({
      ...{ wallet: by, store, exchange, account: owner.address, contract: chain.exchange },
      ...{ pollMs: 5, outcomeMs: 50 },
    });
  const held = async (token: string) => {
    const data = callData('getBalance', [token, owner.address]);
    return returnedWords(await chain.provider.call({ to: chain.exchange, data }))[0] ?? 0n;
  };
  const nextId = () => `list ${(lists += 1)}`;
  const withdrawals = ({ entries }: CoSigningExchange) =>
    entries.filter(({ type, canceled }) => type === 'withdrawal' && !canceled).length;

  it('withdraws with the co-signature, and shows the transaction', async () => {
    const [token] = chain.tokens;
    const [exchange, before] = [await started(), await held(token)];
    const [hash] = await funds(exchange).withdraw(nextId(), token, AMOUNT);
    expect(await held(token)).toBe(before - AMOUNT);
    expect(exchange.shown).toEqual([{ c: 'withdrawalTransaction', id: 1, txhash: hash }]);
  });

  it('announces a deposit, and deposits though the exchange won’t hear of it', async () => {
    const [token] = chain.tokens;
    const [exchange, before] = [await started(), await held(token)];
    const hashes = await funds(exchange).deposit(nextId(), token, AMOUNT);
    const announced = { c: 'announceDeposit', token, amount: `${AMOUNT}`, txhash: hashes.at(-1) };
    expect(exchange.shown).toEqual([announced]);
    const deaf: ExchangePort = {
      ...{ domain: exchange.domain, listed: exchange.listed },
      request: () => Promise.reject(new ExchangeError('CONNECTION_LOST', 'no connection')),
    };
    await funds(deaf).deposit(nextId(), token, AMOUNT);
    expect(await held(token)).toBe(before + 2n * AMOUNT);
  });

  describe.each(['before', 'after'] as const)(
    'happens once, wherever the process ends: %s a question',
    (when) => {
      /** Ends a list at each of its questions in turn, and takes it up again. */
      async function eachCrash(
        work: (funds: ChainFunds, id: string) => Promise<unknown>,
        check: (exchange: CoSigningExchange, last: number) => Promise<void>,
      ): Promise<number> {
        for (let last = 1; ; last += 1) {
          const [exchange, store, id] = [await started(), new InMemoryStore(), nextId()];
          const crash = crashing(last, when);
          const dyingWallet = await keyWallet({
            node: { request: (question) => crash.ask(() => node.request(question)) },
            privateKey: owner.privateKey,
          });
          const dyingExchange: ExchangePort = {
            ...{ domain: exchange.domain, listed: exchange.listed },
            request: (command) => crash.ask(() => exchange.request(command)),
          };
          const isWhole = await crash.ends(() => work(funds(dyingExchange, store, dyingWallet), id));
          if (!isWhole) await work(funds(exchange, store), id);
          await check(exchange, last);
          if (isWhole) return last - 1;
        }
      }

      it(
        'to node or exchange, a co-signed withdrawal',
        async () => {
          const [token] = chain.tokens;
          let before = await held(token);
          const crashes = await eachCrash(
            (some, id) => some.withdraw(id, token, AMOUNT),
            async (exchange, last) => {
              before -= AMOUNT;
              expect([last, withdrawals(exchange), await held(token)]).toEqual([last, 1, before]);
            },
          );
          expect(crashes).toBeGreaterThan(6);
        },
        TIMEOUT_MS,
      );

      it(
        'to node or exchange, an announced deposit',
        async () => {
          const [token] = chain.tokens;
          let before = await held(token);
          const crashes = await eachCrash(
            (some, id) => some.deposit(id, token, AMOUNT),
            async (exchange, last) => {
              before += AMOUNT;
              expect([last, await held(token)]).toEqual([last, before]);
              // Announced, perhaps twice, always as the deposit that there is.
              expect(new Set(exchange.entries.map(({ transaction }) => transaction)).size).toBe(1);
              expect(exchange.entries).toHaveLength(1);
            },
          );
          expect(crashes).toBeGreaterThan(10);
        },
        TIMEOUT_MS,
      );

      it('to the exchange, a submitted withdrawal', async () => {
        const [token] = chain.tokens;
        const crashes = await eachCrash(
          async (some, id) =>
            expect(await some.submitWithdrawal(id, { token, amount: AMOUNT, signer })).toBe(1),
          async (exchange) => {
            expect(withdrawals(exchange)).toBe(1);
            await Promise.resolve();
          },
        );
        expect(crashes).toBe(2);
      });
    },
  );

  it('takes no entry of another list for its own', async () => {
    const [token] = chain.tokens;
    const [exchange, store, before] = [await started(), new InMemoryStore(), await held(token)];
    const lost: ExchangePort = {
      ...{ domain: exchange.domain, listed: exchange.listed },
      request: async (command) => {
        if (command.c === 'signWithdrawal') throw new ExchangeError('TIMEOUT', 'no answer');
        return exchange.request(command);
      },
    };
    const [first, second] = [nextId(), nextId()];
    await expect(funds(lost, store).withdraw(first, token, AMOUNT)).rejects.toThrow('TIMEOUT');
    await funds(exchange, store).withdraw(second, token, AMOUNT);
    await expect(funds(exchange, store).unfinished()).resolves.toEqual([first]);
    await funds(exchange, store).resume(first);
    expect([withdrawals(exchange), await held(token)]).toEqual([2, before - 2n * AMOUNT]);
  });

  it('asks for another co-signature when the deadline of the first has passed and it is canceled', async () => {
    const [token] = chain.tokens;
    const [exchange, store, id, before] = [await started(), new InMemoryStore(), nextId(), await held(token)];
    const unable: Wallet = {
      request: (question) =>
        question.method === 'eth_sendTransaction'
          ? Promise.reject(new Error('no ether for gas'))
          : wallet.request(question),
    };
    exchange.goodFor = 60;
    await expect(funds(exchange, store, unable).withdraw(id, token, AMOUNT)).rejects.toThrow('no ether');
    await chain.provider.send('evm_increaseTime', [120]);
    await chain.provider.send('evm_mine', []);
    const going = funds(exchange, store).withdraw(id, token, AMOUNT);
    setTimeout(() => exchange.cancel(1), 100);
    await going;
    expect(exchange.entries.map(({ canceled }) => canceled)).toEqual([false, true]);
    expect(await held(token)).toBe(before - AMOUNT);
  });

  it('tells what the exchange refuses, and what needs an exchange', async () => {
    const [token] = chain.tokens;
    const exchange = await started();
    const refusing: ExchangePort = {
      ...{ domain: exchange.domain, listed: exchange.listed },
      request: (command) =>
        command.c === 'getHistoricalLedgerEntries'
          ? exchange.request(command)
          : Promise.reject(new ExchangeError('INSUFFICIENT_BALANCE', '1 usable')),
    };
    const [store, id] = [new InMemoryStore(), nextId()];
    const refused = { code: 'INSUFFICIENT_BALANCE' };
    await expect(funds(refusing, store).withdraw(id, token, AMOUNT)).rejects.toMatchObject(refused);
    const submission = { token, amount: AMOUNT, signer };
    await expect(funds(refusing).submitWithdrawal(nextId(), submission)).rejects.toMatchObject(refused);
    // Later it may do.
    await funds(exchange, store).withdraw(id, token, AMOUNT);
    const alone = new ChainFunds({ wallet, store, account: owner.address, contract: chain.exchange });
    await expect(alone.withdraw(nextId(), token, AMOUNT)).rejects.toThrow('needs the option `exchange`');
  });
});
