import { lastArchivedBlock } from './archived';
import { publicTradeId, tradeId } from '@exchange/core/kernel';
import { REBATE_POOL, type TradeSettled } from '@exchange/contract/chain';
import { type Check, compareMaps, type Outcome } from './check';
import type { ContractReader } from './contract-reader';
import { Positions } from './positions';
import { tableCheck } from './table-check';
import type { Moment } from '../../kit/running/moment';

interface FinalBlock {
  readonly number: number;
  /** From where on settled trades are compared: nothing of those is archived. */
  readonly startBlock: number;
}

/** Runs a comparison at the last final block, when account-service has applied all that the watcher told. */
async function atFinalBlock(
  record: Moment,
  compare: (block: FinalBlock) => Promise<Outcome>,
): Promise<Outcome> {
  const why = (await Positions.of(record)).lag('account-service', /^chain\.v1\./);
  if (why !== undefined) return { kind: 'wait', why };
  const [row] = await record.rows<{ number: string | null; start_block: string; archived: string }>(
    `SELECT (SELECT max(number) FROM chain_watcher.blocks WHERE final) AS number, start_block,
       ${lastArchivedBlock} AS archived
     FROM chain_watcher.watched`,
  );
  if (row === undefined || row.number === null) return { kind: 'wait', why: 'no block is final yet' };
  try {
    return await compare({
      number: Number(row.number),
      startBlock: Math.max(Number(row.start_block), Number(row.archived) + 1),
    });
  } catch (error) {
    // A node that was started anew knows the state of older blocks only when new ones have been mined.
    return { kind: 'wait', why: `the chain at block ${row.number}: ${String(error).slice(0, 200)}` };
  }
}

/** All values by their keys, read side by side. */
async function readAll(keys: readonly string[], read: (key: string) => Promise<bigint>) {
  const values = await Promise.all(
    keys.map(async (key): Promise<[string, string]> => [key, `${await read(key)}`]),
  );
  return new Map(values);
}

const settledBalances = (contract: ContractReader): Check => ({
  name: 'settled balances = contract',
  run: (record) =>
    atFinalBlock(record, async (block) => {
      const collector = await contract.feeCollector(block.number);
      const rows = await record.rows<{ what: string; value: string }>(
        `SELECT account || ' ' || token AS what, sum(settled)::text AS value FROM (
           SELECT account, token, settled FROM account_service.balance
           UNION ALL
           SELECT CASE pool WHEN 'collector' THEN $1 ELSE $2 END, token, amount FROM account_service.pool
           WHERE pool IN ('collector', 'budget') AND bucket = 'settled'
         ) AS owned GROUP BY 1`,
        [collector, REBATE_POOL],
      );
      const recorded = new Map(rows.map(({ what, value }) => [what, value]));
      const expected = await readAll([...recorded.keys()], (what) => {
        const [account = '', token = ''] = what.split(' ');
        return contract.balance(token, account, block.number);
      });
      return compareMaps(recorded, expected, '0');
    }),
});

const tokensOf = async (record: Moment): Promise<string[]> => {
  const rows = await record.rows<{ contract: string }>('SELECT contract FROM account_service.token');
  return rows.map((row) => row.contract);
};

const liabilities = (contract: ContractReader): Check => ({
  name: 'sum of settled = liabilities of contract',
  run: (record) =>
    atFinalBlock(record, async (block) => {
      const rows = await record.rows<{ token: string; value: string }>(
        `SELECT token, sum(settled)::text AS value FROM (
           SELECT token, settled FROM account_service.balance
           UNION ALL SELECT token, amount FROM account_service.pool WHERE bucket = 'settled'
         ) AS owned GROUP BY 1`,
      );
      const recorded = new Map(rows.map(({ token, value }) => [token, value]));
      const expected = await readAll(await tokensOf(record), (token) =>
        contract.liabilities(token, block.number),
      );
      return compareMaps(recorded, expected, '0');
    }),
});

/** Anybody may give the contract tokens, so it may own more than it owes. */
const holdings = (contract: ContractReader): Check => ({
  name: 'holdings of contract cover its liabilities',
  run: (record) =>
    atFinalBlock(record, async ({ number }) => {
      const tokens = await tokensOf(record);
      const owned = await readAll(tokens, (token) => contract.holdings(token, number));
      const owed = await readAll(tokens, (token) => contract.liabilities(token, number));
      const short = tokens.filter((token) => BigInt(owned.get(token) ?? 0) < BigInt(owed.get(token) ?? 0));
      const differences = short.map((what) => ({
        what,
        recorded: owned.get(what) ?? '0',
        expected: `at least ${owed.get(what) ?? '0'}`,
      }));
      return { kind: 'compared', compared: tokens.length, differences };
    }),
});

/** Both legs of a settled trade in the words of the ledger's entries. */
function legsOf(trade: TradeSettled): [string, string][] {
  const { maker, taker, makerAmount, takerAmount, makerFee, takerFee, makerRebate } = trade;
  const id = publicTradeId(tradeId(Number(trade.tradeId)));
  return [
    [`trade ${id} maker`, `${maker} ${makerAmount} ${takerAmount} ${makerFee} ${makerRebate}`],
    [`trade ${id} taker`, `${taker} ${takerAmount} ${makerAmount} ${takerFee} 0`],
  ];
}

const settledTrades = (contract: ContractReader): Check => ({
  name: 'settled trade entries = TradeSettled',
  run: (record) =>
    atFinalBlock(record, async ({ number, startBlock }) => {
      const rows = await record.rows<{ block: string; what: string; value: string }>(
        `SELECT block_number AS block, 'trade ' || (cause->>'tradeId') || ' ' || (cause->>'role') AS what,
           account || ' ' || (cause->>'sold') || ' ' || (cause->>'bought') || ' ' || (cause->>'fee') || ' ' ||
           (cause->>'rebate') AS value
         FROM account_service.entry WHERE type = 'trade' AND (applied->0->>0)::int = 1 AND NOT canceled
           AND block_number > ${lastArchivedBlock} ORDER BY block_number`,
      );
      const blocks = new Set([startBlock, ...rows.map(({ block }) => Number(block))]);
      const { first, trades } = await contract.settledTrades([...blocks], number);
      return compareMaps(
        new Map(rows.filter(({ block }) => Number(block) >= first).map(({ what, value }) => [what, value])),
        new Map(trades.flatMap(legsOf)),
      );
    }),
});

/** The highest bound that was requested or is in force; a request that waits in the contract counts for the ledger. */
const minimumNonces = (contract: ContractReader): Check => ({
  name: 'least nonces = contract',
  run: (record) =>
    atFinalBlock(record, async ({ number, startBlock }) => {
      const rows = await record.rows<{ what: string; value: string }>(
        `SELECT account || ' ' || token AS what, final::text AS value FROM account_service.minimum_nonce WHERE final > 0`,
      );
      const recorded = new Map(rows.map(({ what, value }) => [what, value]));
      const bound = await contract.boundOrders(startBlock, number);
      const expected = await readAll([...new Set([...recorded.keys(), ...bound])], (what) => {
        const [account = '', token = ''] = what.split(' ');
        return contract.leastNonce(account, token, number);
      });
      return compareMaps(recorded, expected, '0');
    }),
});

const noOrderBelow: Check = tableCheck({
  name: 'open orders below a least nonce that nobody canceled = 0',
  recorded: `
    SELECT 'order ' || id AS what, 1 AS value FROM account_service.orders AS open
    JOIN account_service.minimum_nonce AS least ON least.account = open.account AND least.token = open.sell_token
    WHERE active AND nonce < final AND NOT cancel_asked`,
  expected: `SELECT 'order' AS what, 0 AS value WHERE false`,
  absent: '0',
});

/** The ledger against the contract, as of the last final block. */
export const chainChecks = (contract: ContractReader): readonly Check[] => [
  settledBalances(contract),
  liabilities(contract),
  holdings(contract),
  settledTrades(contract),
  minimumNonces(contract),
  noOrderBelow,
];
