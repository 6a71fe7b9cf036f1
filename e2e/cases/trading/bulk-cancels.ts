import type { ReadPacket } from '@exchange/test/seed-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { orderObject, Trader } from '../../kit/trader';

const RACES = 6;
const ALL = { c: 'cancelOrders' };

/** Cancels that meet fills and other cancels on their way to the book. */
export function bulkCancelCases(exchange: RunningExchange): void {
  describe('cancelOrders', () => {
    let chain: Chain;
    let maker: Trader;
    let taker: Trader;

    const wallet = (index: number) =>
      new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');
    /** So many hundredths of an ether, for 200 DAI each ether. */
    const sell = (hundredths: bigint) =>
      maker.place({
        ...{ market: 'ETHDAI', format: 'sign' },
        sell: ['ETH', hundredths * parseEther('0.01')],
        buy: ['DAI', hundredths * parseEther('2')],
      });
    const take = (hundredths: bigint) =>
      taker.placeCommand({
        ...{ market: 'ETHDAI', format: 'sign' },
        sell: ['DAI', hundredths * parseEther('2')],
        buy: ['ETH', hundredths * parseEther('0.01')],
        fields: { immediateOrCancel: true },
      });

    /** An answer to cancelOrders: an order that was canceled, or that nothing was open. */
    function expectOutcome({ event, message }: ReadPacket): void {
      if (event === 'o') expect(orderObject(message)).toMatchObject({ active: false, canceled: true });
      else expect([event, message]).toEqual(['m', 'no open orders']);
    }

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      [maker, taker] = await Promise.all([
        Trader.funded(wallet(14), 'ETH', parseEther('4')),
        Trader.funded(wallet(15), 'DAI', parseEther('900')),
      ]);
    });

    afterAll(() => {
      maker.close();
      taker.close();
      chain.close();
    });

    it('is answered by what ended canceled, or by nothing being open, while its orders are filled', async () => {
      for (let race = 0; race < RACES; race += 1) {
        const orders = [await sell(10n), await sell(10n)];
        const fill = await take(race % 2 === 0 ? 10n : 20n);
        const [answer] = await Promise.all([maker.connection.ask(ALL), taker.connection.ask(fill)]);
        expectOutcome(answer);
        for (const { id } of orders) await maker.orderUntil(id, 'over', ({ active }) => !active);
        expect(await maker.activeOrders()).toEqual([]);
      }
    });

    it('twice in one frame does nothing twice, and each has an outcome', async () => {
      for (let race = 0; race < RACES; race += 1) {
        const { id } = await sell(10n);
        const [first, second] = await maker.connection.askTogether([ALL, ALL]);
        expect(orderObject(first?.message)).toMatchObject({ id, canceled: true });
        expectOutcome(second as ReadPacket);
      }
      expect(await maker.connection.answer(ALL, 'm')).toBe('no open orders');
    });

    it('in one frame with a cancelOrder of the same order is no refusal, in either order', async () => {
      for (let race = 0; race < RACES; race += 1) {
        const { id } = await sell(10n);
        const [one, all] = await maker.connection.askTogether([{ c: 'cancelOrder', id }, ALL]);
        expect(orderObject(one?.message)).toMatchObject({ id, canceled: true });
        expectOutcome(all as ReadPacket);
        const [kept, gone] = [await sell(10n), await sell(10n)];
        const [before] = await maker.connection.askTogether([ALL, { c: 'cancelOrder', id: gone.id }]);
        expectOutcome(before as ReadPacket);
        for (const order of [kept, gone]) await maker.orderUntil(order.id, 'over', ({ active }) => !active);
      }
    });
  });
}
