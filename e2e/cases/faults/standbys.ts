import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { BesideProcess, RunningExchange } from '../../kit/running-exchange';
import { DeskPage } from '../../kit/sight/desk-page';
import { Prometheus } from '../../kit/sight/prometheus';
import { Trader } from '../../kit/trader';
import { askRest } from '../../kit/traffic';
import { until } from '../../kit/until';

const SERVICES = ['market-data', 'chain-watcher', 'settlement-service'] as const;
/** The accounts of `endpoints.json` that trade meanwhile. */
const [MAKER, TAKER] = [44, 45];
const BACK_MS_MAX = 30_000;

/** Services of which one process is active: what happens when it is frozen, thaws, and stops in order. */
export function standbyCases(exchange: RunningExchange): void {
  describe('services that have a standby', () => {
    const beside = new Map<string, BesideProcess>();
    let chain: Chain;
    let maker: Trader;
    let taker: Trader;

    const standbyOf = (service: string): BesideProcess => {
      const found = beside.get(service);
      if (!found) throw new Error(`${service} has no standby`);
      return found;
    };

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      const own = (index: number) =>
        new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');
      [maker, taker] = await Promise.all([
        Trader.funded(own(MAKER), 'ETH', parseEther('2')),
        Trader.funded(own(TAKER), 'DAI', parseEther('9000')),
      ]);
      await Promise.all(
        SERVICES.map(async (service) => beside.set(service, await exchange.beside(service, 'standby'))),
      );
    });

    afterAll(async () => {
      for (const { child, ended } of beside.values()) {
        child.kill('SIGKILL');
        await ended;
      }
      for (const open of [maker, taker, chain]) open?.close();
    });

    /** A trade that is told, shown in the history and settled: each of the services has done its part. */
    async function tradeIsSettled(): Promise<void> {
      const before = await Promise.all([maker.balances(), taker.balances()]);
      const [eth, dai] = [parseEther('0.5'), parseEther('2000')];
      const made = await maker.place({
        ...{ market: 'ETHDAI', sell: ['ETH', eth], buy: ['DAI', dai], format: 'signTypedData' },
      });
      await taker.place({
        ...{ market: 'ETHDAI', sell: ['DAI', dai], buy: ['ETH', eth], format: 'signTypedData' },
      });
      const { trades } = await maker.orderUntil(made.id, 'filled', ({ active }) => !active);
      await until('the trade to be in the history', BACK_MS_MAX, async () => {
        const { body } = await askRest(exchange.endpoints.rest, '/rest/v1/market/ETHDAI/trades?limit=5');
        const { data } = body as { data: { trades: { id: number }[] } };
        return data.trades.some(({ id }) => trades.includes(id));
      });
      await until('the trade to be settled', BACK_MS_MAX, async () => {
        const [one, other] = await Promise.all([maker.balances(), taker.balances()]);
        const sold = (before[0]['ETH']?.settled ?? 0n) - (one['ETH']?.settled ?? 0n);
        const paid = (before[1]['DAI']?.settled ?? 0n) - (other['DAI']?.settled ?? 0n);
        return sold === eth && paid === dai;
      });
    }

    it('go on when the active process is frozen, which ends when it thaws', async () => {
      const frozen = new Map(SERVICES.map((service) => [service, exchange.pidOf(service)]));
      for (const pid of frozen.values()) process.kill(pid, 'SIGSTOP');
      const began = performance.now();
      const taken = SERVICES.map(async (service) => {
        await until(`${service} to be taken over`, BACK_MS_MAX, () => standbyOf(service).is('active'));
        return `${service} ${Math.round(performance.now() - began)} ms`;
      });
      console.log(
        `taken over from a frozen process, with a lease of 2000 ms: ${(await Promise.all(taken)).join(', ')}`,
      );
      await tradeIsSettled();

      for (const pid of frozen.values()) process.kill(pid, 'SIGCONT');
      const isNew = (service: string) =>
        exchange.runningPid(service) !== frozen.get(service as 'market-data');
      await until('the former processes to end', BACK_MS_MAX, () => SERVICES.every(isNew));
      for (const service of SERVICES) {
        await until(`${service} to stand by`, BACK_MS_MAX, () => exchange.is(service, 'standby'));
        expect(await standbyOf(service).is('active')).toBe(true);
      }
    });

    it('go on when the active process stops in order', async () => {
      // The processes are new: what was never seen at 0 is not seen to rise.
      const prometheus = new Prometheus(exchange);
      await prometheus.holds(
        `service_takeovers_total{service=~"${SERVICES.join('|')}"} == 0`,
        SERVICES.length,
      );
      const began = performance.now();
      const taken = SERVICES.map(async (service) => {
        standbyOf(service).child.kill('SIGTERM');
        await until(`${service} to be taken over`, BACK_MS_MAX, () => exchange.is(service, 'active'));
        return `${service} ${Math.round(performance.now() - began)} ms`;
      });
      console.log(`taken over from a process that stops in order: ${(await Promise.all(taken)).join(', ')}`);
      for (const { ended } of beside.values()) expect(await ended).toBe(0);
      await prometheus.fired('standby_took_over');
      await new DeskPage(exchange).shows(/market-data ready active, took over/);
      await tradeIsSettled();
    });
  });
}
