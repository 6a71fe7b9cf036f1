import { expect, it } from '@jest/globals';
import { signSubmittedWithdrawal } from '@exchange/test/seed-client';
import { FRESH_WITHDRAWAL_FEE } from '../../kit/fresh-tokens';
import type { StrictMarket } from './market';

const AMOUNT = 1_000_003n;

/** Taking tokens out: with the co-signature, and by a withdrawal that the exchange submits. */
export function withdrawalCases(opened: () => StrictMarket): void {
  const isFinal =
    (id: number) => (entry: { readonly id: number; readonly applied: readonly { settled: number }[] }) =>
      entry.id === id && entry.applied[0]?.settled === 1;
  const withdrawn = (token: string, fees = 0n) => ({
    type: 'withdrawal',
    changes: [{ token, amount: fees - AMOUNT, fees, netAmount: -AMOUNT }],
    applied: [{ settled: 0, usable: 1, blocked: -1 }],
    canceled: false,
  });

  it('has a withdrawal signed, and brings it to the contract', async () => {
    const { ann, chain, manner, wallets } = opened();
    const [symbol] = manner.tokens;
    const owned = await chain.owned(symbol, wallets.ann.address);
    const entry = await ann.client.call('signWithdrawal', {
      token: chain.token(symbol),
      amount: `${AMOUNT}`,
    });
    expect(entry).toMatchObject({ ...withdrawn(symbol), transactionHash: null, blockNumber: null });
    const txhash = `0x${'ab'.repeat(32)}`;
    expect(await ann.client.call('withdrawalTransaction', { id: entry.id, txhash })).toMatchObject({
      ...{ id: entry.id, transactionHash: txhash },
    });
    await wallets.ann.withdraw(symbol, AMOUNT, entry.signature);
    const final = await ann.client.told('ledgerEntryStatus', isFinal(entry.id));
    expect(final.applied).toEqual([{ settled: 1, usable: 1, blocked: -1 }]);
    expect(final.transactionHash).not.toBe(txhash);
    expect(await chain.owned(symbol, wallets.ann.address)).toBe(owned + AMOUNT);
  });

  it.each(['sign', 'signTypedData'] as const)(
    'has a withdrawal submitted that it signed by %s',
    async (format) => {
      const { ben, chain, manner, wallets } = opened();
      const [, symbol] = manner.tokens;
      const owned = await chain.owned(symbol, wallets.ben.address);
      const nonce = format === 'sign' ? 1 : 2;
      const asked = { token: chain.token(symbol), amount: AMOUNT, nonce };
      const fields = await signSubmittedWithdrawal(ben.key, ben.domain, asked, format);
      const entry = await ben.client.call('submitWithdrawal', fields);
      expect(entry).toMatchObject(withdrawn(symbol, FRESH_WITHDRAWAL_FEE));
      const final = await ben.client.told('ledgerEntryStatus', isFinal(entry.id));
      expect(final.applied).toEqual([{ settled: 1, usable: 1, blocked: -1 }]);
      const paid = AMOUNT - FRESH_WITHDRAWAL_FEE;
      expect(await chain.owned(symbol, wallets.ben.address)).toBe(owned + paid);
      await expect(ben.client.call('submitWithdrawal', fields)).rejects.toThrow(/^NONCE_USED: /);
    },
  );
}
