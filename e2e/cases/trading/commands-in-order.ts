import type { SeedCommand } from '@exchange/test/seed-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { orderObject, Trader } from '../../kit/trader';

const ROUNDS = 5;
const ALL = { c: 'cancelOrders' };
const SNAPSHOT = { c: 'getActiveOrderSnapshot' };

/** Frames whose commands use or show what the ones before come to, which only the engine decides. */
export function commandOrderCases(exchange: RunningExchange): void {
  describe('the commands of one frame', () => {
    let chain: Chain;
    let maker: Trader;
    let cid = 0;

    /** Offers so many hundredths of an ether, for 200 DAI each ether. */
    const sell = (hundredths: bigint, named?: number) =>
      maker.placeCommand({
        ...{ market: 'ETHDAI', format: 'sign', ...(named === undefined ? {} : { cid: named }) },
        sell: ['ETH', hundredths * parseEther('0.01')],
        buy: ['DAI', hundredths * parseEther('2')],
      });
    const amounts = (hundredths: bigint) => ({
      sellBookAmount: `${hundredths * parseEther('0.01')}`,
      buyBookAmount: `${hundredths * parseEther('2')}`,
    });

    /** Sends a frame, and checks that its answers come in its order and that nothing was refused. */
    async function inOrder(...commands: SeedCommand[]): Promise<unknown[]> {
      const { connection } = maker;
      const answers = await connection.askTogether(commands);
      expect(answers.filter(({ name }) => name === 'error').map(({ message }) => message)).toEqual([]);
      const places = answers.map((answer) => connection.packets.indexOf(answer));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      return answers.map(({ message }) => message);
    }

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      const wallet = new ChainWallet(chain, exchange.endpoints.accounts[24]?.privateKey ?? '');
      maker = await Trader.funded(wallet, 'ETH', parseEther('1'));
    });

    afterAll(() => {
      maker.close();
      chain.close();
    });

    it('replace an order by one with its funds and its cid', async () => {
      let { id } = orderObject((await inOrder(await sell(100n, (cid += 1))))[0]);
      for (let round = 0; round < ROUNDS; round += 1) {
        const [gone, placed] = await inOrder({ c: 'cancelOrder', id }, await sell(100n, cid));
        expect(orderObject(gone)).toMatchObject({ id, active: false, canceled: true });
        expect(orderObject(placed)).toMatchObject({ active: true });
        ({ id } = orderObject(placed));
      }
      await inOrder(ALL);
    });

    it('place, edit, cancel all and show that nothing is open, in this order', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        cid += 1;
        const edit = { c: 'editOrder', cid, ...amounts(20n) };
        const [placed, edited, canceled, open] = await inOrder(await sell(40n, cid), edit, ALL, SNAPSHOT);
        expect([placed, edited, canceled].map((message) => orderObject(message).active)).toEqual([
          true,
          true,
          false,
        ]);
        expect(open).toEqual([]);
      }
    });

    it('edit one order twice, and use what an edit frees', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        cid += 1;
        const edit = (hundredths: bigint) => ({ c: 'editOrder', cid, ...amounts(hundredths) });
        await inOrder(await sell(100n, cid), edit(30n), edit(20n), await sell(80n), ALL);
      }
    });

    it('use all that many cancels free, and show it', async () => {
      for (let order = 0; order < 20; order += 1) await inOrder(await sell(5n));
      const [, placed, open] = await inOrder(ALL, await sell(100n), SNAPSHOT);
      expect((open as unknown[][]).map(([id]) => id)).toEqual([orderObject(placed).id]);
      const [, balances] = await inOrder(ALL, { c: 'getBalanceSnapshot' });
      const whole = `${parseEther('1')}`;
      expect(balances).toContainEqual(['ETH', whole, whole, '0']);
    });
  });
}
