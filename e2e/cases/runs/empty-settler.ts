import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadPacket } from '@exchange/test/seed-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet, type WithdrawalConsent } from '../../kit/chain';
import type { MovedClock } from '../../kit/moved-clock';
import { ChainOperator } from '../../kit/chain-operator';
import type { RunningExchange } from '../../kit/running-exchange';
import { DeskPage } from '../../kit/sight/desk-page';
import { Prometheus } from '../../kit/sight/prometheus';
import { Trader, type Wish } from '../../kit/trader';
import { until } from '../../kit/until';

/** The accounts of `endpoints.json`: who leaves, who bought from it, and who bought that. */
const LEAVING = 30;
const BETWEEN = 31;
const LAST = 38;
const MINUTE_S = 60;
const HOUR_S = 3_600;
/** The shortest outage in which somebody can leave is a little longer; matching stops after an eighth of it. */
const WAITING_PERIOD_S = 4 * HOUR_S;
/** Longer than settlement waits for two more tries of a trade, of at most a minute each. */
const CHAIN_MS_MAX = 200_000;
/** More than the gateways need to see their clock moved. */
const GATEWAY_MS = 500;
const LINK = 10n ** 18n;
const RATE = parseEther('0.02');

const offer = (links: bigint): Wish => ({
  ...{ market: 'LINKETH', format: 'signTypedData' },
  ...{ sell: ['LINK', links * LINK], buy: ['ETH', links * RATE] },
});
const demand = (links: bigint): Wish => ({
  ...{ market: 'LINKETH', format: 'signTypedData' },
  ...{ sell: ['ETH', links * RATE], buy: ['LINK', links * LINK] },
});

/**
 * SETTLER has no ether for six hours, and one side of an unmined trade leaves with what it sold. Who bought it has sold it
 * on, and was promised its own tokens: that is what is missing in the end, to the unit.
 */
export function emptySettlerCases(exchange: RunningExchange, clock: MovedClock): void {
  describe('a settler that is empty for six hours', () => {
    let chain: Chain;
    let operator: ChainOperator;
    let wallets: readonly [ChainWallet, ChainWallet, ChainWallet];
    let traders: readonly [Trader, Trader, Trader];
    let consent: WithdrawalConsent;
    const prometheus = new Prometheus(exchange);
    const page = new DeskPage(exchange, () => clock.now());

    const enter = async () => {
      traders = (await Promise.all(wallets.map((wallet) => Trader.own(wallet)))) as [Trader, Trader, Trader];
    };
    /** Sets all clocks forward, and comes back. */
    const later = async (seconds: number) => {
      await clock.forward(chain, seconds);
      for (const trader of traders) trader.close();
      clock.gatewaysFollow();
      await sleep(GATEWAY_MS);
      await enter();
    };
    const links = async (trader: Trader) => {
      const { settled = 0n, usable = 0n, blocked = 0n } = (await trader.balances())['LINK'] ?? {};
      return { settled, usable, blocked };
    };
    const refusal = async (trader: Trader, wish: Wish) =>
      trader.connection.refusal(await trader.placeCommand(wish));
    const isReversed = ({ event, message }: ReadPacket) => {
      if (event !== 'le') return false;
      const [, type, , , , , , , canceled, description] = message as unknown[];
      return type === 'trade' && canceled === true && description === 'trade reversed';
    };

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      operator = new ChainOperator(chain);
      wallets = [LEAVING, BETWEEN, LAST].map(
        (index) => new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? ''),
      ) as [ChainWallet, ChainWallet, ChainWallet];
      const [leaving, between, last] = wallets;
      await Promise.all([
        leaving.deposit('LINK', 100n * LINK),
        between.deposit('LINK', 50n * LINK).then(() => between.deposit('ETH', parseEther('2'))),
        last.deposit('ETH', parseEther('2')),
        operator.setWaitingPeriod(WAITING_PERIOD_S),
      ]);
      await enter();
      const [, buyer, buyersBuyer] = traders;
      await Promise.all([
        buyer.settledUntil({ LINK: 50n * LINK, ETH: parseEther('2') }),
        buyersBuyer.settledUntil({ ETH: parseEther('2') }),
      ]);
    });
    afterAll(() => {
      for (const end of [...traders, chain]) end.close();
    });

    it('leaves trades unmined, and matching stops long before anybody can leave', async () => {
      await operator.takeFromSettler();
      const [seller, buyer, buyersBuyer] = traders;
      consent = await buyer.signedWithdrawal('LINK', 50n * LINK);
      await seller.place(offer(60n));
      await buyer.place(demand(60n));
      await until('the first trade', 5_000, async () => (await links(buyer)).usable > 59n * LINK);
      await buyer.place(offer(30n));
      await buyersBuyer.place(demand(30n));
      await until('the second trade', 5_000, async () => (await links(buyersBuyer)).usable > 29n * LINK);
      await prometheus.fired('settler_low', 'settler_unfunded');
      await page.shows(/settler_(low|unfunded)/);
      await wallets[0].requestExit('LINK');
      await later(31 * MINUTE_S);
      await until('the stop', CHAIN_MS_MAX, async () =>
        (await refusal(traders[2], demand(1n))).startsWith('SETTLEMENT_LATE'),
      );
      await prometheus.fired('settlement_late');
      await page.shows('settlement_late');
      expect((await links(traders[1])).settled).toBe(50n * LINK);
    });

    it('lets who sold leave with it, and then settles what can be settled and reverses the rest', async () => {
      await later(WAITING_PERIOD_S - 30 * MINUTE_S);
      const owned = await chain.owned('LINK', wallets[0].address);
      await wallets[0].withdrawExit('LINK');
      expect((await chain.owned('LINK', wallets[0].address)) - owned).toBe(100n * LINK);
      await later(6 * HOUR_S - WAITING_PERIOD_S - MINUTE_S);
      await operator.giveToSettler();
      await until('the reversal', CHAIN_MS_MAX, () =>
        traders.slice(0, 2).every(({ connection }) => connection.packets.some(isReversed)),
      );
      await traders[1].settledUntil({ LINK: 20n * LINK });
      await prometheus.cleared('settler_low', 'settler_unfunded', 'settlement_late');
      expect(await links(traders[0])).toEqual({ settled: 0n, usable: 0n, blocked: 0n });
      expect(await chain.balance('LINK', wallets[1].address)).toBe(20n * LINK);
      const { settled, usable } = await links(traders[2]);
      expect([settled === usable, await chain.balance('LINK', wallets[2].address)]).toEqual([true, settled]);
    });

    it('leaves a shortfall of what was sold on, and thaws the account when that is paid', async () => {
      await until('the frozen account', CHAIN_MS_MAX, async () =>
        (await refusal(traders[1], demand(1n))).startsWith('ACCOUNT_FROZEN'),
      );
      expect(await refusal(traders[1], demand(1n))).toContain(' 30 LINK ');
      await operator.depositFor(wallets[1].address, 'LINK', 30n * LINK);
      await traders[1].settledUntil({ LINK: 50n * LINK });
      await wallets[1].withdraw('LINK', 50n * LINK, consent);
      const { id } = await traders[1].place(demand(1n));
      await traders[1].cancel(id);
      await traders[1].settledUntil({ LINK: 0n });
      expect(await chain.balance('LINK', wallets[1].address)).toBe(0n);
      const { output } = await exchange.finished(['tools/run.mjs', 'audit']);
      expect(output).toMatch(/\naudit: no difference\n/);
    });
  });
}
