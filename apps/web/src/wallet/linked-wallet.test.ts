import { describe, expect, it } from '@jest/globals';
import { address } from '@exchange/core/kernel';
import { verifyMessage, Wallet } from 'ethers';
import { LinkedWallet } from './linked-wallet';
import { personSaysNo, TestWallet } from './test-wallet.fixture';
import { walletProblem } from './wallet-problem';

const [ann, ben] = [new Wallet(`0x${'46'.repeat(32)}`), new Wallet(`0x${'47'.repeat(32)}`)];
const account = address(ann.address);
const what = { account, chainId: 31_337 };
const found = (provider: TestWallet) => ({ id: 'org.test', name: 'Test', provider });
const problem = (promise: Promise<unknown>) => promise.then(() => 'none', walletProblem);
const SIGNING = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'];

describe('a linked wallet', () => {
  it('signs for the account and chain that it shows', async () => {
    const wallet = await LinkedWallet.link(found(new TestWallet([ann])));
    expect(wallet.view.get()).toEqual(what);
    const signer = wallet.signer(what);
    expect(signer).toMatchObject({ address: account, asksPerson: true });
    expect(verifyMessage('hello', await signer.signMessage('hello'))).toBe(ann.address);
  });

  it.each([true, false])(
    'signs nothing for an account that it does not show any more (events: %s)',
    async (hasEvents) => {
      const provider = new TestWallet([ann, ben], hasEvents);
      const wallet = await LinkedWallet.link(found(provider));
      provider.show([ben, ann]);
      const guarded = wallet.guarded(what);
      for (const method of SIGNING)
        expect(await problem(guarded.request({ method, params: ['0x00', account] }))).toBe('otherAccount');
      expect(provider.asked.filter((method) => SIGNING.includes(method))).toEqual([]);
      expect(wallet.view.get().account).toBe(address(ben.address));
    },
  );

  it('signs nothing on another chain', async () => {
    const provider = new TestWallet([ann]);
    const wallet = await LinkedWallet.link(found(provider));
    provider.goTo(1);
    expect(wallet.view.get().chainId).toBe(1);
    expect(await problem(wallet.signer(what).signMessage('hello'))).toBe('otherChain');
    expect(provider.asked).not.toContain('personal_sign');
  });

  it('throws a signature away when the account changes while the person is asked', async () => {
    const provider = new TestWallet([ann, ben]);
    const wallet = await LinkedWallet.link(found(provider));
    provider.whileAsking = () => provider.show([ben, ann]);
    expect(await problem(wallet.signer(what).signMessage('hello'))).toBe('otherAccount');
    expect(provider.asked).toContain('personal_sign');
  });

  it('gives the hash of what it sent, whatever it shows by then', async () => {
    const provider = new TestWallet([ann, ben]);
    const wallet = await LinkedWallet.link(found(provider));
    provider.whileAsking = () => provider.show([ben, ann]);
    const sent = wallet.guarded(what).request({ method: 'eth_sendTransaction', params: [{}] });
    await expect(sent).resolves.toBe(`0x${'ab'.repeat(32)}`);
  });

  it('is taken up after a reload without asking, if the page is still allowed', async () => {
    const provider = new TestWallet([ann]);
    await expect(LinkedWallet.recall(found(provider))).resolves.toBeUndefined();
    expect(provider.listening).toBe(0);
    provider.isAllowed = true;
    const wallet = await LinkedWallet.recall(found(provider));
    expect(wallet?.view.get()).toEqual(what);
    expect(provider.asked).not.toContain('eth_requestAccounts');
    wallet?.unlink();
    expect(provider.listening).toBe(0);
  });

  it('shows no account once it is locked', async () => {
    const provider = new TestWallet([ann]);
    const wallet = await LinkedWallet.link(found(provider));
    provider.show([]);
    expect(wallet.view.get().account).toBeUndefined();
  });

  it('signs typed data first, and texts where the wallet knows no typed data', async () => {
    const provider = new TestWallet([ann]);
    const wallet = await LinkedWallet.link(found(provider));
    const formats: string[] = [];
    const sign = async (format: string) => {
      formats.push(format);
      if (format === 'signTypedData')
        await wallet
          .signer(what)
          .signTypedData({ name: 'x', version: '1', chainId: 1, verifyingContract: account }, { A: [] }, {});
      return format;
    };
    await expect(wallet.inItsFormat(sign)).resolves.toBe('signTypedData');
    provider.refusals['eth_signTypedData_v4'] = Object.assign(new Error('no such method'), { code: -32601 });
    await expect(wallet.inItsFormat(sign)).resolves.toBe('sign');
    await expect(wallet.inItsFormat(sign)).resolves.toBe('sign');
    expect(formats).toEqual(['signTypedData', 'signTypedData', 'sign', 'sign']);
  });

  it('does not take a person who says no for a wallet that cannot', async () => {
    const provider = new TestWallet([ann]);
    const wallet = await LinkedWallet.link(found(provider));
    provider.refusals['eth_signTypedData_v4'] = personSaysNo;
    const sign = () =>
      wallet
        .signer(what)
        .signTypedData({ name: 'x', version: '1', chainId: 1, verifyingContract: account }, { A: [] }, {});
    expect(await problem(wallet.inItsFormat(sign))).toBe('rejected');
  });
});

describe('what a wallet throws', () => {
  it.each([
    [{ code: 4001 }, 'rejected'],
    [{ code: 'ACTION_REJECTED' }, 'rejected'],
    [{ code: -32603, data: { originalError: { code: 4902 } } }, 'unknownChain'],
    [Object.assign(new Error('x'), { cause: { code: -32002 } }), 'busy'],
    [{ code: 4100 }, 'notConnected'],
    [new Error('out of gas'), 'failed'],
    ['no', 'failed'],
    [undefined, 'failed'],
  ])('%j is %s', (thrown, kind) => expect(walletProblem(thrown)).toBe(kind));
});
