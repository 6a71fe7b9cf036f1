import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exchangeInterface, roleHash } from '@exchange/contract/chain';
import { NonceManager, parseEther, Wallet } from 'ethers';
import { type DevKey, operatorKeys } from '../../../tools/kit/chain/dev-keys';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { DeskPage } from '../../kit/sight/desk-page';
import { Prometheus } from '../../kit/sight/prometheus';
import { orderObject, Trader } from '../../kit/trader';
import { askRest } from '../../kit/traffic';
import { until } from '../../kit/until';

const SETTLER = roleHash('SETTLER');
const TOLD_MS = 10_000;

/** GUARDIAN takes SETTLER out of service, and the admin brings it back: nothing is matched between. */
export function settlerRevokedCases(exchange: RunningExchange): void {
  describe('a SETTLER that is revoked', () => {
    let chain: Chain;
    let maker: Trader;

    const half = parseEther('0.5');
    const sell = (trader: Trader) =>
      trader.placeCommand({
        ...{ market: 'ETHDAI', format: 'sign' as const },
        ...{ sell: ['ETH', half], buy: ['DAI', 1_000n * parseEther('1')] },
      });

    async function call(key: DevKey, name: string, ...values: unknown[]): Promise<void> {
      const signer = new NonceManager(new Wallet(key.privateKey, chain.provider));
      const data = exchangeInterface.encodeFunctionData(name, values);
      await (await signer.sendTransaction({ to: exchange.endpoints.contract, data })).wait();
    }
    async function status(): Promise<unknown> {
      const { body } = await askRest(exchange.endpoints.rest, '/rest/v1/listed');
      return (body as { data: { markets: Record<string, { status: string }> } }).data.markets['ETHDAI']
        ?.status;
    }

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      const wallet = new ChainWallet(chain, exchange.endpoints.accounts[26]?.privateKey ?? '');
      maker = await Trader.funded(wallet, 'ETH', parseEther('2'));
    });

    afterAll(() => {
      maker.close();
      chain.close();
    });

    it('stops all markets at first sight, lets orders be canceled, and trading goes on with the grant', async () => {
      const { id } = orderObject(await maker.connection.answer(await sell(maker), 'o'));
      const settler = operatorKeys.settler.address;
      await call(operatorKeys.guardian, 'dropRole', SETTLER, settler);
      await until('cancel_only', TOLD_MS, async () => (await status()) === 'cancel_only');
      expect(await maker.connection.refusal(await sell(maker))).toMatch(/^SETTLEMENT_LATE/);
      const edit = { c: 'editOrder', id, sellBookAmount: `${half / 2n}` };
      expect(await maker.connection.refusal(edit)).toMatch(/^SETTLEMENT_LATE/);
      expect(await maker.cancel(id)).toMatchObject({ active: false, canceled: true });
      await new Prometheus(exchange).fired('settler_revoked');
      await new DeskPage(exchange).shows('settler_revoked');
      await call(operatorKeys.admin, 'grantRole', SETTLER, settler);
      await until('open', TOLD_MS, async () => (await status()) === 'open');
      expect(orderObject(await maker.connection.answer(await sell(maker), 'o'))).toMatchObject({
        active: true,
      });
      await maker.connection.answer({ c: 'cancelOrders' }, 'o');
    });
  });
}
