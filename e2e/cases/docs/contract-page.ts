import { beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { writtenTable } from '../../kit/written';

/** The gas that contract.md states, by function. */
const stated = new Map(
  writtenTable('contract.md', 'Functions')
    .filter(([, , , gas]) => gas !== '')
    .map(([call = '', , , gas = '']) => [/\w+/.exec(call)?.[0] ?? '', Number(gas.replaceAll(' ', ''))]),
);

/** Programs that pages show: they end well, and say so. */
const programs: readonly (readonly [args: string, outcome: RegExp])[] = [
  ['deposit.mjs', /usable 2\d{18}n 300\d{18}n/],
  ['withdraw.mjs', /final \d+ \[ \[ 1, 1, -1 \] \]/],
  ['delegate.mjs', /'loggedOff'/],
  ['cancel-on-chain.mjs', /canceled canceled: it was canceled in the contract/],
  ['exit.mjs request', /no exit|exit from \d+ on/],
  ['exit.mjs cancel', /no exit/],
  ['follow-book.mjs', /started at \d+ [^]*went on at \d+/],
  ['requote.mjs', /moved to 4010[^]*moved to 3990[^]*canceled true/],
];

/** The programs of docs/interface run against the exchange, and cost what the page says. */
export function contractPageCases(exchange: RunningExchange): void {
  describe('the programs of docs/interface', () => {
    const gas = new Map<string, number>();

    // The figures are those of a contract that holds the tokens already.
    beforeAll(async () => {
      const chain = new Chain(exchange.endpoints);
      const wallet = new ChainWallet(chain, exchange.endpoints.accounts[19]?.privateKey ?? '');
      await wallet.deposit('ETH', parseEther('1'));
      await wallet.deposit('DAI', parseEther('1'));
      chain.close();
    });

    it.each(programs)('examples/%s', async (args, outcome) => {
      const [file = '', ...rest] = args.split(' ');
      const { code, output } = await exchange.finished([`examples/${file}`, ...rest]);
      expect(output).toMatch(outcome);
      expect(code).toBe(0);
      for (const [, call = '', used] of output.matchAll(/^(\w+): (\d+) gas$/gm))
        gas.set(call, Math.max(gas.get(call) ?? 0, Number(used)));
    });

    it('examples/exit.mjs take: not before its time', async () => {
      await exchange.finished(['examples/exit.mjs', 'request']);
      const { code, output } = await exchange.finished(['examples/exit.mjs', 'take']);
      expect(output).toContain('ExitNotReady()');
      expect(code).toBe(1);
      await exchange.finished(['examples/exit.mjs', 'cancel']);
    });

    it('cost what the table says, or up to a quarter less', () => {
      expect([...gas.keys()].sort()).toEqual([...stated.keys()].sort());
      const isStated = ([call, used]: [string, number]) => {
        const limit = stated.get(call) ?? 0;
        return used <= limit && used > 0.75 * limit;
      };
      expect([...gas].filter((cost) => !isStated(cost))).toEqual([]);
    });
  });
}
