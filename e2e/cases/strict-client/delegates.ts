import { afterAll, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { StrictTrader } from '../../kit/strict-trader';
import { otherFormat, type StrictMarket, UNIT } from './market';

const MONTH_S = 30 * 86_400;

/** A delegate's life, from its announcement to its removal in the contract. */
export function delegateCases(opened: () => StrictMarket): void {
  const key = new Wallet(Wallet.createRandom().privateKey);
  const delegateAddress = key.address.toLowerCase();
  let deputy: StrictTrader | undefined;
  afterAll(() => deputy?.client.close());
  const logIn = () => StrictTrader.delegate(opened().chain, key, opened().manner.mode);

  it('announces a delegate, and adds it in the contract', async () => {
    const { ann, wallets } = opened();
    const announced = { delegateAddress, active: false, accepted: false, label: 'bot', isTradingLogin: true };
    const command = { address: delegateAddress, label: 'bot', isTradingLogin: true };
    expect(await ann.client.call('announceDelegate', command)).toEqual({
      ...announced,
      removalSignature: {},
    });
    await expect(logIn()).rejects.toThrow(/^DELEGATE_UNKNOWN: /);
    await wallets.ann.addDelegate(key, ann.domain.name, Math.floor(Date.now() / 1000) + MONTH_S);
    const isActive = ({ active }: { active: boolean }) => active;
    expect(await ann.client.told('delegateStatus', isActive)).toMatchObject({ accepted: true, label: 'bot' });
    const relabel = { address: delegateAddress, label: 'new bot' };
    expect(await ann.client.call('updateDelegateLabel', relabel)).toMatchObject({
      active: true,
      label: 'new bot',
    });
  });

  it('logs in with the delegate, which trades and may not withdraw', async () => {
    const { ann, ben, manner, chain } = opened();
    deputy = await logIn();
    const { client, auth } = deputy;
    expect(auth).toEqual({
      ...{ status: 'authenticated', address: ann.auth.address, sessionId: null, delegate: delegateAddress },
    });
    for (const format of [manner.format, otherFormat(manner.format)]) {
      const maker = await deputy.place(opened().sell(2n * UNIT, 310n, format));
      expect(maker).toMatchObject({ active: true });
      await ann.client.told('orderStatus', ({ id }) => id === maker.id);
      const taker = await ben.place(opened().buy(UNIT, 310n, format));
      await ben.client.told('userTrade', ({ involvedOrderId }) => involvedOrderId === taker.id);
    }
    const withdrawal = { token: chain.token(manner.tokens[0]), amount: '1' };
    await expect(client.call('signWithdrawal', withdrawal)).rejects.toThrow(/^DELEGATE_NOT_ALLOWED: /);
    const removal = { address: delegateAddress };
    await expect(client.call('signDelegationRemoval', removal)).rejects.toThrow(/^DELEGATE_NOT_ALLOWED: /);
  });

  it('has the removal signed, and removes the delegate in the contract', async () => {
    const { ann, wallets, market } = opened();
    const removed = await ann.client.call('signDelegationRemoval', { address: delegateAddress });
    expect(removed).toMatchObject({ delegateAddress, active: true, accepted: false });
    const open = await ann.client.call('getActiveOrderSnapshot');
    expect(open.filter((order) => order.market === market)).toEqual([]);
    expect(await deputy?.client.told('auth', ({ status }) => status === 'loggedOff')).toMatchObject({
      address: ann.auth.address,
    });
    const from = ann.client.packets.length;
    await wallets.ann.removeDelegate(delegateAddress, removed.removalSignature);
    await ann.client.told('delegateStatus', ({ active, accepted }) => !active && !accepted, from);
    const [shown] = await ann.client.call('getDelegateSnapshot');
    expect(shown).toMatchObject({ delegateAddress, active: false, accepted: false });
  });
}
