import { callData, InMemoryStore, nodeAt, type Store } from '@exchange/client';
import { address } from '@exchange/core/kernel';
import { type ExchangeChain, startExchangeChain, walletAt } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LinkedWallet } from '../../wallet/linked-wallet';
import { walletProblem } from '../../wallet/wallet-problem';
import { exitTime, inWallet } from '../chain-look';
import { FundsDesk, type FundsDeskParts } from './funds-desk';

const DAY_S = 86_400;
const owner = address(walletAt(5).address);

describe('what a person sets going at the contract', () => {
  let chain: ExchangeChain;
  let linked: LinkedWallet;
  /** What the wallet was asked to send, by its selector; and whether the person says no. */
  const sent: string[] = [];
  let refused: string | undefined;
  let signs: 'permits' | 'nothing' | 'after a no' = 'nothing';
  beforeAll(async () => {
    chain = await startExchangeChain();
    const node = nodeAt(chain.url);
    const request = async ({
      method,
      params = [],
    }: {
      method: string;
      params?: readonly unknown[] | object;
    }) => {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [owner];
      if (method === 'eth_signTypedData_v4' && signs !== 'permits')
        throw { code: signs === 'nothing' ? -32_603 : 4001 };
      if (method === 'eth_sendTransaction') {
        const [{ data }] = params as readonly [{ data: string }];
        if (data.slice(0, 10) === refused) throw { code: 4001 };
        sent.push(data.slice(0, 10));
      }
      return node.request({ method, params });
    };
    linked = await LinkedWallet.link({ id: 'org.test', name: 'Test', provider: { request } });
    // The kit has allowed and deposited already.
    const [token] = chain.tokens;
    await chain.send(walletAt(5), token, callData('approve', [chain.exchange, 0n]));
    const mint = `0x40c10f19${owner.slice(2).padStart(64, '0')}${(10n ** 9n).toString(16).padStart(64, '0')}`;
    await chain.send(walletAt(5), token, mint);
  });
  afterAll(() => chain.stop());

  const deskOn = (store: Store, depositRouter?: string) => {
    // The exchange is away: what it is told of a deposit is a courtesy.
    const client = {
      domain: chain.domain,
      listed: { tokens: {}, markets: {} },
      request: () => Promise.resolve({ event: 'ledgerEntryStatus' }),
    } as unknown as FundsDeskParts['client'];
    return new FundsDesk({
      ...{ client, store, depositRouter, alone: (_, work) => work(), walletOf: () => linked },
      keyOf: () => Promise.resolve(undefined),
    });
  };
  const wish = (kind: 'deposit' | 'requestExit' | 'takeExit', amount: bigint) => ({
    ...{ kind, account: owner, symbol: 'AAA', subject: chain.tokens[0], amount: amount.toString() },
  });
  const held = async () =>
    BigInt(
      await chain.provider.call({
        to: chain.exchange,
        data: callData('getBalance', [chain.tokens[0], owner]),
      }),
    );
  const selector = (name: Parameters<typeof callData>[0], ...values: readonly (string | bigint)[]) =>
    callData(name, values).slice(0, 10);

  it('is taken up after a reload where it was; a wallet is asked when the person says so, and nothing is sent twice', async () => {
    const store = new InMemoryStore();
    const before = await held();
    const [approve, deposit] = [
      selector('approve', chain.exchange, 1n),
      selector('depositToken', chain.tokens[0], 1n),
    ];
    refused = deposit;
    const first = deskOn(store);
    await first.takeUp(owner);
    await first.begin(wish('deposit', 500n));
    const [failed] = first.jobs.get();
    expect(failed?.run.kind === 'failed' && walletProblem(failed.run.error)).toBe('rejected');
    expect(sent).toEqual([approve]);

    refused = undefined;
    const reloaded = deskOn(store);
    await reloaded.takeUp(owner);
    expect(reloaded.jobs.get().map(({ run }) => run.kind)).toEqual(['paused']);
    expect(sent).toEqual([approve]);
    await reloaded.resume(reloaded.jobs.get()[0]?.job.id ?? '');
    expect(sent).toEqual([approve, deposit]);
    expect(await held()).toBe(before + 500n);

    const later = deskOn(store);
    await later.takeUp(owner);
    const [done] = later.jobs.get();
    expect(done).toMatchObject({ run: { kind: 'sent' }, job: { isMined: true } });
    expect(done?.job.sent.map(({ call }) => call)).toEqual(['approve', 'depositToken']);
    await later.forget(done?.job.id ?? '');
    const empty = deskOn(store);
    await empty.takeUp(owner);
    expect(empty.jobs.get()).toEqual([]);
  });

  it('is a deposit of one transaction where token and wallet know permits, and of two where one of them doesn’t', async () => {
    const before = await held();
    const deposited = async (how: typeof signs) => {
      signs = how;
      const desk = deskOn(new InMemoryStore(), chain.router);
      await desk.takeUp(owner);
      await desk.begin(wish('deposit', 300n));
      const [running] = desk.jobs.get();
      return { run: running?.run.kind, calls: running?.job.sent.map(({ call }) => call) };
    };
    expect(await deposited('permits')).toEqual({ run: 'sent', calls: ['depositWithPermit'] });
    expect(await deposited('nothing')).toEqual({ run: 'sent', calls: ['approve', 'depositToken'] });
    expect(await deposited('after a no')).toEqual({ run: 'failed', calls: [] });
    expect(await held()).toBe(before + 600n);
  });

  it('is an exit whose time the contract tells, and which then pays everything', async () => {
    const desk = deskOn(new InMemoryStore());
    await desk.takeUp(owner);
    await desk.begin(wish('requestExit', 0n));
    const [requested] = desk.jobs.get();
    const hash = requested?.job.sent[0]?.hash ?? '';
    const block = await chain.provider.getBlock('latest');
    const time = await exitTime(linked.wallet.provider, hash, chain.exchange, chain.tokens[0]);
    expect(time).toBe((block?.timestamp ?? 0) + DAY_S);
    await expect(
      exitTime(linked.wallet.provider, hash, chain.exchange, chain.tokens[1]),
    ).resolves.toBeUndefined();
    await chain.provider.send('evm_increaseTime', [DAY_S]);
    await chain.provider.send('evm_mine', []);
    const [there, own] = [await held(), await inWallet(linked.wallet.provider, owner, chain.tokens[0])];
    await desk.begin(wish('takeExit', 0n));
    expect(desk.jobs.get()[0]).toMatchObject({ run: { kind: 'sent' } });
    expect(await held()).toBe(0n);
    expect(await inWallet(linked.wallet.provider, owner, chain.tokens[0])).toBe(own + there);
  });

  it('is refused with the reason, and stays to be tried again', async () => {
    const desk = deskOn(new InMemoryStore());
    await desk.takeUp(owner);
    await desk.begin(wish('deposit', 10n ** 40n));
    expect(desk.jobs.get()[0]).toMatchObject({ run: { kind: 'failed' } });
  });
});
