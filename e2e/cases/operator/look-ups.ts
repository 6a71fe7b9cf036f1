import { expect, it } from '@jest/globals';
import type { CommandLineWay } from '../../kit/operator/command-line-way';
import type { PageWay } from '../../kit/operator/page-way';
import { until } from '../../kit/until';
import type { Cast } from './cast';

interface Looker {
  readonly commandLine: CommandLineWay;
  readonly page: PageWay;
  readonly cast: Cast | undefined;
}

interface Traced {
  readonly sides: readonly {
    readonly trace: {
      readonly trades: readonly {
        readonly batch: { readonly id: number } | null;
        readonly block: object | null;
      }[];
    };
  }[];
}

const SETTLED_MS_MAX = 30_000;

/** What was done before is found again, by command line and by page. */
export function lookUpCases(looker: () => Looker): void {
  const look = async (what: string, fields: Readonly<Record<string, string>> = {}) => {
    const words = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    const output = await looker().commandLine.says(['look', what, ...words, '--json'], 'vera');
    return { words, value: JSON.parse(output) as unknown };
  };

  it('finds an account, an order, a trade and its batch down to the block, and an entry', async () => {
    const { cast, page, commandLine } = looker();
    if (cast === undefined) throw new Error('nothing was played');
    const tradeId = String(cast.trading?.newest);
    let batchId = '';
    await until('the batch to be mined', SETTLED_MS_MAX, async () => {
      const { sides } = (await look('trade', { tradeId })).value as Traced;
      const [traced] = sides[0]?.trace.trades ?? [];
      batchId = String(traced?.batch?.id);
      return traced?.block !== null && traced?.block !== undefined;
    });
    const account = cast.maker.key.address;
    const id = String(cast.resting?.id);
    const { trades } = (await look('batch', { batchId })).value as { trades: number[] };
    expect(trades.map(String)).toContain(tradeId);
    const [entry] =
      (
        (await cast.maker.connection.answer({ c: 'getHistoricalLedgerEntries' }, 'hle')) as {
          ledgerEntries: [number][];
        }
      ).ledgerEntries[0] ?? [];
    const found = [
      ['account', { account }, /frozen\s+false/],
      ['order', { id }, new RegExp(id)],
      ['trade', { tradeId }, new RegExp(`${cast.market}`)],
      ['batch', { batchId }, /mined[^]*number/],
      ['entry', { id: String(entry) }, new RegExp(account.toLowerCase())],
      ['solvency', {}, /difference\s+[-–]/],
      ['messages', {}, /messages/],
      ['shortfalls', {}, /shortfalls[^]*none/i],
    ] as const;
    for (const [what, fields, shows] of found) {
      const words = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
      expect([what, await commandLine.says(['look', what, ...words], 'vera')]).toEqual([
        what,
        expect.stringMatching(shows),
      ]);
      expect([what, await page.looked('vera', what, fields)]).toEqual([what, expect.stringMatching(shows)]);
    }
  });

  it('shows how the exchange is, who has which accounts, and what can be looked up', async () => {
    const { commandLine } = looker();
    const overview = await commandLine.says(['overview'], 'vera');
    for (const shown of [/operator-gateway +ready/, /ETHDAI/, /differs +0/]) expect(overview).toMatch(shown);
    expect(await commandLine.says(['groups'], 'vera')).toContain('account-service');
    expect(await commandLine.says(['look'], 'vera')).toMatch(/^order +id, account, hash$/m);
    expect(await commandLine.says(['look', 'order', 'id=1'], 'vera', 1)).toContain('UNKNOWN_ORDER');
  });
}
