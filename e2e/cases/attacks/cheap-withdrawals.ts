import { nextNonce, signSubmittedWithdrawal } from '@exchange/test/seed-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { operatorKeys } from '../../../tools/kit/chain/dev-keys';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';

const ACCOUNT = 30;
const DOZEN = 12;

/** Whoever has the exchange pay for a transaction pays for it: no crowd of tiny withdrawals costs the operator gas. */
export function cheapWithdrawalCases(exchange: RunningExchange): void {
  describe('cheap withdrawals', () => {
    let chain: Chain;
    let trader: Trader;
    let wallet: ChainWallet;

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      wallet = new ChainWallet(chain, exchange.endpoints.accounts[ACCOUNT]?.privateKey ?? '');
      trader = await Trader.funded(wallet, 'ETH', parseEther('1'));
    });
    afterAll(() => {
      trader.close();
      chain.close();
    });

    const submit = async (amount: bigint) => {
      const domain = { ...exchange.endpoints, name: trader.name };
      const terms = { token: chain.token('ETH'), amount, nonce: nextNonce() };
      const fields = await signSubmittedWithdrawal(wallet.wallet, domain, terms, 'sign');
      return { c: 'submitWithdrawal', ...fields };
    };

    it('of one wei are refused with the minimum, and cost the operator nothing', async () => {
      const spent = () => chain.provider.getTransactionCount(operatorKeys.settler.address);
      const before = await spent();
      const commands = await Promise.all(Array.from({ length: DOZEN }, () => submit(1n)));
      const refusals = await Promise.all(commands.map((command) => trader.connection.refusal(command)));
      for (const refusal of refusals) expect(refusal).toMatch(/^AMOUNT_TOO_SMALL: .* at least 0\.0\d+ ETH/);
      expect(await spent()).toBe(before);
    });

    it('pay for themselves when they are large enough', async () => {
      const collector = await chain.feeCollector();
      const collected = await chain.balance('ETH', collector);
      const amount = parseEther('0.5');
      const owned = await chain.owned('ETH', wallet.address);
      const entry = (await trader.connection.answer(await submit(amount), 'le')) as [
        ...[number, string, [string, string, string, string][]],
      ];
      const fee = BigInt(entry[2][0]?.[2] ?? 0);
      expect(fee).toBeGreaterThan(0n);
      await trader.settledUntil({ ETH: parseEther('0.5') });
      expect(await chain.owned('ETH', wallet.address)).toBe(owned + amount - fee);
      expect(await chain.balance('ETH', collector)).toBe(collected + fee);
    });
  });
}
