import type { Address } from '@exchange/core/kernel';
import type { MemoryStore } from '@exchange/test/kit';
import type { AskedFees } from '../actors/asked-fees';
import { balanceOf, type ContractState, REBATE_POOL } from '../chain/sim-contract';
import type { Traded } from '../services/build-services';
import { FeeRates } from './fee-rates';
import { check } from './finding';
import type { AuditedTrade } from './market-audit';

const share = (value: bigint, ppm: bigint): bigint => (value * ppm) / 1_000_000n;
const minOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);

interface FeeAudit {
  readonly contract: ContractState;
  readonly collector: string;
  readonly tokens: readonly Traded[];
  /** Those that settled. */
  readonly trades: readonly (AuditedTrade & {
    readonly tradedToken: Address;
    readonly quoteToken: Address;
  })[];
  readonly account: MemoryStore;
  readonly feesAsked: readonly AskedFees[];
}

type Sums = Map<string, bigint>;
const add = (sums: Sums, token: string, change: bigint) => sums.set(token, (sums.get(token) ?? 0n) + change);

/**
 * The collector has exactly the fees of all trades and what it put in, less what it set aside; the budget has that, less the
 * rebates: rates of the one tier by the version that each side has, rounded down. The ledger's pools say the same.
 */
export function checkFees({ contract, collector, tokens, trades, account, feesAsked }: FeeAudit): void {
  const { fees, rebates } = expected(trades, account, new FeeRates(account, feesAsked));
  const pools = poolsOf(account, collector);
  for (const { contract: token } of tokens) {
    const aside = contract.setAside.get(token) ?? 0n;
    const due = (fees.get(token) ?? 0n) + (contract.givenFees.get(token) ?? 0n) - aside;
    const left = aside - (rebates.get(token) ?? 0n);
    for (const [what, holder, owed] of [
      ['collector', collector, due],
      ['budget', REBATE_POOL, left],
    ] as const) {
      const has = balanceOf(contract, holder as never, token);
      check(has === owed, () => `the ${what} has ${has} of ${token}, and should have ${owed}`);
      const known = pools.get(`${what} ${token}`) ?? 0n;
      check(has === known, () => `the ${what} has ${has} of ${token}, the ledger knows ${known}`);
    }
    const underWay = pools.get(`clearing ${token}`) ?? 0n;
    check(underWay === 0n, () => `${underWay} of ${token} never arrived at another group's pool`);
  }
}

function expected(trades: FeeAudit['trades'], account: MemoryStore, rates: FeeRates) {
  const [fees, rebates]: [Sums, Sums] = [new Map(), new Map()];
  const told = rebatesTold(account);
  for (const trade of trades) {
    const { tradedToken, quoteToken } = trade;
    const [ofTaker, ofMaker] = trade.takerBuys ? [tradedToken, quoteToken] : [quoteToken, tradedToken];
    const fee = share(trade.makerSold, rates.of(trade.id, 'taker'));
    add(fees, ofTaker, fee);
    const makerPpm = rates.of(trade.id, 'maker');
    add(fees, ofMaker, share(trade.takerSold, maxOf(makerPpm, 0n)));
    const rebate = told.get(trade.id);
    if (rebate === undefined) continue;
    const inBought = rebate.token === ofMaker;
    const most = share(inBought ? trade.takerSold : trade.makerSold, maxOf(-makerPpm, 0n));
    check(rebate.amount <= most, () => `trade ${trade.id}: rebate ${rebate.amount}, at most ${most}`);
    check(inBought || rebate.amount === minOf(most, fee - 1n), () => `trade ${trade.id}: wrong rebate`);
    add(rebates, rebate.token, rebate.amount);
  }
  return { fees, rebates };
}

/** What makers were told, by trade. */
function rebatesTold(account: MemoryStore): Map<number, { readonly token: string; readonly amount: bigint }> {
  const sides = [...account.table('user_trade').values()] as unknown as {
    readonly tradeId: number;
    readonly rebate: bigint;
    readonly rebateToken: string | null;
  }[];
  return new Map(
    sides.flatMap(({ tradeId, rebate, rebateToken }) =>
      rebateToken === null ? [] : [[tradeId, { token: rebateToken, amount: rebate }] as const],
    ),
  );
}

/** What final blocks confirmed of the pools; the collector's account is its own. */
function poolsOf(account: MemoryStore, collector: string): Sums {
  const sums: Sums = new Map();
  for (const row of account.table('pool').values()) {
    if (row['bucket'] === 'settled')
      add(sums, `${String(row['pool'])} ${String(row['token'])}`, row['amount'] as bigint);
  }
  for (const row of account.table('balance').values()) {
    if (row['account'] === collector)
      add(sums, `collector ${String(row['token'])}`, row['settled'] as bigint);
  }
  return sums;
}
