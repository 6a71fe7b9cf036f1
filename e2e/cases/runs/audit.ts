import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { RestClient } from '@exchange/client';
import pg from 'pg';
import type { RunningExchange } from '../../kit/running-exchange';
import { until } from '../../kit/until';

/** Things that the database lets a privileged role do, and that only a comparison finds. */
const DAMAGES = [
  [
    'a balance that no posting explains',
    'UPDATE account_service.balance SET usable = usable + 1, settled = settled + 1 WHERE settled > 0',
    'UPDATE account_service.balance SET usable = usable - 1, settled = settled - 1 WHERE settled > 0',
    ['balances and pools = postings', 'settled = ledger entries', 'settled balances = contract'],
  ],
  [
    'a level that no orders make',
    'UPDATE market_data.levels SET amount = amount + 2',
    'UPDATE market_data.levels SET amount = amount - 2',
    ['ETHDAI: levels = open orders', 'ETHDAI: REST order book = levels'],
  ],
  [
    'a public trade that differs from its legs',
    "UPDATE market_data.trades SET quote = quote + 1 WHERE market = 'ETHDAI'",
    "UPDATE market_data.trades SET quote = quote - 1 WHERE market = 'ETHDAI'",
    ['ETHDAI: public trades = both legs', 'bars of a minute = trades'],
  ],
  [
    'an order that the engine has with other amounts',
    "UPDATE account_service.orders SET buy_book = buy_book + 1 WHERE active AND market = 'ETHDAI'",
    "UPDATE account_service.orders SET buy_book = buy_book - 1 WHERE active AND market = 'ETHDAI'",
    ['ETHDAI: open orders = engine'],
  ],
] as const;

const UNTOUCHED = [
  'postings of a token sum to zero',
  'held = open orders',
  'sold of an order = its trades',
  'settled trade entries = TradeSettled',
];

/** The last column of a check's line in the table. */
function differencesOf(output: string, check: string): number {
  const line = output.split('\n').find((text) => text.startsWith(`${check}  `));
  if (line === undefined) throw new Error(`the audit has no check ${check}`);
  return Number(line.trim().split(/\s+/).at(-1));
}

/** The audit of the quiet exchange is clean, and finds what a privileged hand changes. */
export function auditCases(exchange: RunningExchange): void {
  describe('the audit', () => {
    const audit = (...options: string[]) => exchange.finished(['tools/run.mjs', 'audit', ...options]);

    async function asAdministrator(statement: string): Promise<number> {
      const client = new pg.Client({ connectionString: exchange.databaseAdminUrl });
      await client.connect();
      try {
        return (await client.query(statement)).rowCount ?? 0;
      } finally {
        await client.end();
      }
    }

    async function isOpen(): Promise<boolean> {
      const { markets } = await new RestClient(exchange.endpoints.rest).listed();
      return markets['ETHDAI']?.status === 'open';
    }

    it('finds no difference when nobody trades', async () => {
      const { code, output } = await audit();
      expect(output).toMatch(/audit: no difference\n$/);
      expect(code).toBe(0);
    });

    it('finds what a privileged hand changes, and nothing else', async () => {
      // A trade that becomes final writes its balances anew, and the repair would then damage them.
      const unsettled = `SELECT FROM account_service.entry WHERE open AND cause->>'kind' = 'trade'`;
      await until('all trades to be settled', 30_000, async () => (await asAdministrator(unsettled)) === 0);
      // Deposits and withdrawals that were mined with the last of them are final two blocks later.
      await sleep(3_000);
      for (const [, damage] of DAMAGES) expect(await asAdministrator(damage)).toBeGreaterThan(0);
      const { code, output } = await audit('--seconds', '4');
      for (const [, , repair] of DAMAGES) await asAdministrator(repair);
      expect(code).toBe(1);
      for (const [what, , , checks] of DAMAGES) {
        for (const check of checks) expect([what, differencesOf(output, check)]).not.toEqual([what, 0]);
      }
      for (const check of UNTOUCHED) expect([check, differencesOf(output, check)]).toEqual([check, 0]);
      // The standing check saw it, too, and stopped all markets for as long.
      await until('markets to be open again', 30_000, isOpen);
    });
  });
}
