import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { orderObject, Trader } from '../../kit/trader';
import { until } from '../../kit/until';

const CID = 77;
const tenths = (count: bigint) => count * parseEther('0.1');

/** Orders that are signed once for much and offered in parts, and orders whose time is over. */
export function waitingOrderCases(exchange: RunningExchange): void {
  describe('an order of which more is signed than offered', () => {
    let chain: Chain;
    let maker: Trader;
    let taker: Trader;

    const wallet = (index: number) =>
      new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');
    /** Takes so many tenths of an ether, each for 20 DAI. */
    const take = async (count: bigint) =>
      taker.place({
        ...{ market: 'ETHDAI', format: 'sign' },
        ...{ sell: ['DAI', count * parseEther('20')], buy: ['ETH', tenths(count)] },
        fields: { immediateOrCancel: true },
      });

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      [maker, taker] = await Promise.all([
        Trader.funded(wallet(36), 'ETH', parseEther('1')),
        Trader.funded(wallet(37), 'DAI', parseEther('200')),
      ]);
    });

    afterAll(() => {
      maker.close();
      taker.close();
      chain.close();
    });

    /** Signs so many tenths of an ether, and offers two of them. */
    const offer = async (signed: bigint) =>
      maker.place({
        ...{ market: 'ETHDAI', format: 'sign', cid: CID },
        ...{ sell: ['ETH', tenths(signed)], buy: ['DAI', signed * parseEther('20')] },
        fields: { sellBookAmount: `${tenths(2n)}`, buyBookAmount: `${parseEther('40')}` },
      });

    it('waits when that is used up, holds nothing, and goes on by an edit of one amount', async () => {
      const placed = await offer(10n);
      await take(2n);
      const waiting = await maker.orderUntil(placed.id, 'waiting', ({ sellBook }) => sellBook === 0n);
      expect(waiting).toMatchObject({
        ...{ cid: CID, active: true, canceled: false, buyBook: 0n, sellRemaining: tenths(8n), rate: '200' },
        info: 'waits for an edit: all that it offered is used up',
      });
      expect((await maker.balances())['ETH']?.usable).toBe(tenths(8n));
      const edit = { c: 'editOrder', cid: CID, sellBookAmount: `${tenths(3n)}` };
      expect(orderObject(await maker.connection.answer(edit, 'o'))).toMatchObject({
        ...{ id: placed.id, active: true, sellBook: tenths(3n), buyBook: parseEther('60'), rate: '200' },
        info: '',
      });
      await take(3n);
      await maker.orderUntil(placed.id, 'waiting again', ({ sellBook }) => sellBook === 0n);
      expect(await maker.cancel(placed.id)).toMatchObject({ active: false, canceled: true });
    });

    it('waits on when the services that know it are killed, and ends when all that is signed is sold', async () => {
      const { id } = await offer(5n);
      await take(2n);
      const waiting = await maker.orderUntil(id, 'waiting', ({ sellBook }) => sellBook === 0n);
      await exchange.killAndRecover('matching-engine');
      await exchange.killAndRecover('account-service');
      maker.close();
      maker = await Trader.own(wallet(36));
      expect(await maker.order(id)).toEqual(waiting);
      const { output } = await exchange.finished(['tools/run.mjs', 'audit']);
      expect(output).toMatch(/\naudit: no difference\n/);
      const edit = { c: 'editOrder', id, sellBookAmount: `${tenths(3n)}` };
      // The market opens again when its engine has caught up.
      await until('the edit', 20_000, async () => (await maker.connection.ask(edit)).event === 'o');
      await take(3n);
      expect(await maker.orderUntil(id, 'sold', ({ active }) => !active)).toMatchObject({
        ...{ canceled: false, sellRemaining: 0n },
      });
    });
  });
}
