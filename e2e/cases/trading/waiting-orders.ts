import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { orderObject, Trader } from '../../kit/trader';

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
      const [ofMaker, ofTaker] = [wallet(36), wallet(37)];
      [maker, taker] = [await Trader.own(ofMaker), await Trader.own(ofTaker)];
      await Promise.all([ofMaker.deposit('ETH', parseEther('1')), ofTaker.deposit('DAI', parseEther('200'))]);
      await maker.settledUntil({ ETH: parseEther('1') });
      await taker.settledUntil({ DAI: parseEther('200') });
    });

    afterAll(() => {
      maker.close();
      taker.close();
      chain.close();
    });

    it('waits when that is used up, holds nothing, and goes on by an edit of one amount', async () => {
      const placed = await maker.place({
        ...{ market: 'ETHDAI', format: 'sign', cid: CID },
        ...{ sell: ['ETH', parseEther('1')], buy: ['DAI', parseEther('200')] },
        fields: { sellBookAmount: `${tenths(2n)}`, buyBookAmount: `${parseEther('40')}` },
      });
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
  });
}
