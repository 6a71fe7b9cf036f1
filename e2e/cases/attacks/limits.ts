import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther, Wallet } from 'ethers';
import { codeIn } from '../../kit/code-in';
import { Chain, ChainWallet } from '../../kit/chain';
import { greeting } from '../../kit/greeting';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';
import { until } from '../../kit/until';

/** The account of `endpoints.json` that loses its connection. */
const LOST = 10;

/** What one account and one address may do, over several connections; and orders of a connection that is lost. */
export function limitCases(exchange: RunningExchange): void {
  describe('limits', () => {
    let chain: Chain;
    beforeAll(() => {
      chain = new Chain(exchange.endpoints);
    });
    afterAll(() => chain.close());

    it('an account has its 50 points over all its connections, exactly', async () => {
      const key = Wallet.createRandom().privateKey;
      const both = await Promise.all([1, 2].map(() => Trader.own(new ChainWallet(chain, key))));
      const asked = Array.from({ length: 30 }, () =>
        both.map(({ connection }) => connection.ask({ c: 'getFeeTier' })),
      );
      const answers = await Promise.all(asked.flat());
      expect(answers.filter(({ event }) => event === 'ft')).toHaveLength(50);
      const refused = answers.filter(({ event }) => event === 'e');
      expect(new Set(refused.map(({ message }) => codeIn(message)))).toEqual(new Set(['RATE_LIMITED']));
      for (const trader of both) trader.close();
    });

    it('an address that nobody raised has 25 connections', async () => {
      const open = () => greeting(exchange.endpoints.ws, '127.0.0.2');
      const greeted = await Promise.all(Array.from({ length: 25 }, open));
      expect(greeted.every(({ packet: [, event] }) => event === 'c')).toBe(true);
      const refused = await open();
      expect(codeIn(refused.packet[2])).toBe('TOO_MANY_CONNECTIONS');
      expect(await refused.closed).toBe(1008);
      for (const { socket } of greeted) socket.terminate();
    });

    it('orders of a connection that is lost with its gateway are canceled, others are not', async () => {
      const wallet = new ChainWallet(chain, exchange.endpoints.accounts[LOST]?.privateKey ?? '');
      await wallet.deposit('ETH', parseEther('2'));
      const order = {
        market: 'ETHDAI',
        sell: ['ETH', parseEther('0.1')],
        buy: ['DAI', parseEther('900')],
        format: 'signTypedData',
      } as const;
      const lost = await Trader.own(wallet);
      const other = await Trader.own(wallet);
      await until('the deposit', 20_000, async () => (await lost.balances())['ETH'] !== undefined);
      const kept = await other.place(order);
      const gone = await lost.place(order);
      expect(await lost.connection.answer({ c: 'cancelOnDisconnect', seconds: 5 }, 'cod')).toEqual([5]);
      await exchange.killAndRecover('ws-gateway');
      const back = await Trader.own(wallet);
      await until('the cancellation', 20_000, async () => !(await back.order(gone.id)).active);
      expect(await back.order(gone.id)).toMatchObject({
        canceled: true,
        info: 'canceled: the connection that placed it was lost',
      });
      expect(await back.order(kept.id)).toMatchObject({ active: true });
      await back.cancel(kept.id);
      back.close();
    });
  });
}
