import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExpectedProof, RestClient, verifySolvencyProof } from '@exchange/client';
import type { SolvencyProofObject } from '@exchange/core/wire';
import { parseEther } from 'ethers';
import pg from 'pg';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { DeskPage } from '../../kit/sight/desk-page';
import { Prometheus } from '../../kit/sight/prometheus';
import { Trader } from '../../kit/trader';
import { until } from '../../kit/until';

const TOLD_MS = 15_000;
const TWO = parseEther('2');

/** The standing check: its figures and proofs for everybody, and what it stops when a single unit differs. */
export function solvencyCases(exchange: RunningExchange): void {
  describe('the standing solvency check', () => {
    let chain: Chain;
    let trader: Trader;
    const rest = () => new RestClient(exchange.endpoints.rest);

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      const wallet = new ChainWallet(chain, exchange.endpoints.accounts[28]?.privateKey ?? '');
      trader = await Trader.funded(wallet, 'ETH', TWO);
    });

    afterAll(() => {
      trader.close();
      chain.close();
    });

    const statusOf = async () => (await rest().listed()).markets['ETHDAI']?.status;

    /** As somebody who writes past the service. */
    async function addToLedger(units: number): Promise<void> {
      const client = new pg.Client({ connectionString: exchange.databaseAdminUrl });
      await client.connect();
      const change = `UPDATE account_service.balance SET settled = settled + $1, usable = usable + $1
        WHERE account = $2 AND token = $3`;
      const { rowCount } = await client.query(change, [
        units,
        trader.key.address.toLowerCase(),
        chain.token('ETH'),
      ]);
      await client.end();
      expect(rowCount).toBe(1);
    }

    /** A proof, and the root that everybody sees for its block. */
    async function provedByEverybodysRoot(): Promise<[SolvencyProofObject, ExpectedProof] | undefined> {
      const token = chain.token('ETH');
      const proof = (await trader.connection.answer(
        { c: 'getSolvencyProof', token },
        'sp',
      )) as SolvencyProofObject;
      const { block, tokens } = await rest().solvency();
      const root = tokens.find((one) => one.token === token)?.root ?? '';
      return block === proof.block ? [proof, { account: trader.key.address, token, root }] : undefined;
    }

    it('shows that all agrees, and proves to an account that what it is owed is in the sum', async () => {
      await until('the check to have seen the deposit', TOLD_MS, async () => {
        const shown = await provedByEverybodysRoot().catch(() => undefined);
        return shown?.[0].amount === `${TWO}`;
      });
      let shown: Awaited<ReturnType<typeof provedByEverybodysRoot>>;
      await until('a proof of the block that is shown', TOLD_MS, async () => {
        shown = await provedByEverybodysRoot();
        return shown !== undefined;
      });
      if (shown === undefined) throw new Error('no proof');
      const [proof, expected] = shown;
      const { tokens, difference } = await rest().solvency();
      expect(difference).toBeNull();
      for (const { holdings, liabilities, balances, ledger, surplus } of tokens) {
        expect([balances, ledger]).toEqual([liabilities, liabilities]);
        expect(BigInt(holdings) - BigInt(liabilities)).toBe(BigInt(surplus));
        expect(BigInt(surplus)).toBeGreaterThanOrEqual(0n);
      }
      const checked = await verifySolvencyProof(proof, expected);
      expect(checked).toMatchObject({ ok: true });
      const more = { ...proof, amount: `${BigInt(proof.amount) + 1n}` };
      expect(await verifySolvencyProof(more, expected)).toMatchObject({ ok: false });
    });

    it('stops withdrawals and markets for one unit in the ledger’s tables, and ends that when it is gone', async () => {
      await addToLedger(1);
      await until('cancel_only', TOLD_MS, async () => (await statusOf()) === 'cancel_only');
      const withdrawal = { c: 'signWithdrawal', token: chain.token('ETH'), amount: '1' };
      expect(await trader.connection.refusal(withdrawal)).toMatch(/^WITHDRAWALS_PAUSED/);
      expect((await rest().solvency()).difference?.kind).toBe('ledger_differs');
      const [prometheus, page] = [new Prometheus(exchange), new DeskPage(exchange)];
      await prometheus.fired('solvency_difference');
      await page.shows(/Chain, contract and ledger differ.*Last alarms.*solvency_difference/);
      await addToLedger(-1);
      await until('open', TOLD_MS, async () => (await statusOf()) === 'open');
      expect((await rest().solvency()).difference).toBeNull();
      await page.shows('Chain, contract and ledger agree.');
      await prometheus.cleared('solvency_difference', 'settler_revoked', 'standby_took_over');
    });
  });
}
