import { foundPrograms, startedProgram } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';
import { until } from '../../kit/until';
import { CutLine } from './cut-line';

/** Of the dev accounts: one that the other cases of the file leave alone, each. */
const [BOT, TRADER] = [4, 5];
const RATE = 390n;

/** A bot in another language, written from docs/interface alone. */
export function pythonBotCases(exchange: RunningExchange): void {
  describe('examples/python/bot.py', () => {
    let chain: Chain;
    let line: CutLine;
    let trader: Trader;
    const amountOf = (eth: string) => parseEther(eth);

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      line = await CutLine.to(exchange.endpoints.ws);
      const { accounts } = exchange.endpoints;
      const own = new ChainWallet(chain, accounts[BOT]?.privateKey ?? '');
      const other = new ChainWallet(chain, accounts[TRADER]?.privateKey ?? '');
      (await Trader.funded(own, 'ETH', amountOf('2'))).close();
      trader = await Trader.funded(other, 'DAI', amountOf('1000'));
    });
    afterAll(() => {
      trader.close();
      line.close();
      chain.close();
    });

    const buys = (eth: string) =>
      trader.place({
        market: 'ETHDAI',
        sell: ['DAI', amountOf(eth) * RATE],
        buy: ['ETH', amountOf(eth)],
        format: 'signTypedData',
        fields: { immediateOrCancel: true },
      });

    it('places, is filled over a lost line too, each fill told once, and ends by itself', async () => {
      const [program = '', pythonPath = ''] = foundPrograms('tools/python.mjs');
      const bot = startedProgram(program, ['-B', 'examples/python/bot.py'], {
        ...process.env,
        ...{ PYTHONPATH: pythonPath, EXCHANGE_DATA_DIR: exchange.folder, EXCHANGE_WS: line.ws },
        ...{ ACCOUNT: String(BOT), AMOUNT: '0.3', RATE: String(RATE), FILLS: '2', SECONDS: '60' },
      });
      const tells = (what: RegExp) => until(`the bot: ${what}`, 30_000, () => what.test(bot.output()));
      await tells(/order \d+ placed at 390/);
      await buys('0.1');
      await tells(/fill \d+: 100000000000000000 at 390/);
      line.down();
      await tells(/line lost/);
      await buys('0.05');
      line.restore();
      const code = await bot.ended;
      const output = bot.output();
      expect(output.match(/^fill .*$/gm)).toEqual([
        expect.stringMatching(/^fill \d+: 100000000000000000 at 390$/),
        expect.stringMatching(/^fill \d+: 50000000000000000 at 390$/),
      ]);
      expect(output.match(/^order .*$/gm)).toEqual([
        expect.stringMatching(/placed at 390$/),
        expect.stringMatching(/ended canceled with 2 fills$/),
      ]);
      expect(output.match(/logged in as/g)).toHaveLength(2);
      expect(code).toBe(0);
    });
  });
}
