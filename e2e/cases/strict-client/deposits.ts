import { expect, it } from '@jest/globals';
import { ZeroAddress } from 'ethers';
import { MINTED, type StrictMarket, UNIT } from './market';

/** Deposits, announced and not. */
export function depositCases(opened: () => StrictMarket): void {
  it('deposits a token', async () => {
    const { ann, ben, wallets, manner } = opened();
    for (const [trader, wallet, token] of [
      [ann, wallets.ann, manner.tokens[0]],
      [ben, wallets.ben, manner.tokens[1]],
    ] as const) {
      await wallet.deposit(token, MINTED);
      const entry = await trader.client.told(
        'ledgerEntryStatus',
        ({ applied: [first] }) => first?.settled === 1,
      );
      expect(entry).toMatchObject({
        type: 'deposit',
        changes: [{ token, amount: MINTED, fees: 0n, netAmount: MINTED }],
        applied: [{ settled: 1, usable: 1, blocked: -1 }],
        signature: {},
        canceled: false,
      });
      expect([entry.transactionHash, entry.blockNumber, entry.blockHash]).not.toContain(null);
      const full = { token, settledBalance: MINTED, usableBalance: MINTED, blockedBalance: 0n };
      expect(await trader.client.told('balanceStatus', (balance) => balance.usableBalance > 0n)).toEqual(
        full,
      );
      expect(await trader.client.call('getBalanceSnapshot')).toEqual([full]);
    }
  });

  it('announces a deposit, and gets the entry of the real one', async () => {
    const { ann, wallets } = opened();
    const txhash = await wallets.ann.sendEther(UNIT);
    const announced = await ann.client.call('announceDeposit', {
      token: ZeroAddress,
      amount: `${UNIT}`,
      txhash,
    });
    expect(announced).toMatchObject({
      type: 'deposit',
      changes: [{ token: 'ETH', amount: UNIT, fees: 0n, netAmount: UNIT }],
      transactionHash: txhash,
    });
    const entry = await ann.client.told('ledgerEntryStatus', ({ id, applied: [first] }) => {
      return id === announced.id && first?.settled === 1;
    });
    expect(entry.applied).toEqual([{ settled: 1, usable: 1, blocked: -1 }]);
  });
}
