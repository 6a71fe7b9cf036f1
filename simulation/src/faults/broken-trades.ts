import {
  address,
  type Address,
  type AlarmCode,
  hash,
  type Hash,
  publicTradeId,
  tradeId,
} from '@exchange/core/kernel';
import type { MemoryStore, SeededRandom } from '@exchange/test/kit';
import {
  type ContractState,
  exitAtOnce,
  raiseMinNonce,
  spendId,
  type UserCall,
  voidOrder,
} from '../chain/sim-contract';

/** How trades become impossible to settle. */
export const BREAKAGES = ['voided orders', 'raised minimums', 'exits that were over', 'spent ids'] as const;
export type Breakage = (typeof BREAKAGES)[number];

/** What is said when trades can't settle, by accounts, settlement and the ledger. */
export const BREAKAGE_ALARMS: Readonly<Record<Breakage, readonly AlarmCode[]>> = {
  'voided orders': ['trade_quarantined', 'trades_reversed', 'account_short'],
  'raised minimums': ['trade_quarantined', 'trades_reversed', 'account_short'],
  'exits that were over': ['trade_quarantined', 'trades_reversed', 'account_short'],
  'spent ids': [
    'foreign_settlement',
    'foreign_batch',
    'trade_id_spent',
    'unknown_trade_settled',
    'settled_trade_differs',
    'duplicate_trade',
    'attested_elsewhere',
  ],
};

interface Leg {
  readonly account: string;
  readonly orderHash: string;
  readonly order: { readonly terms: { readonly sellToken: string; readonly nonce: number } };
}

export interface UnsettledTrade {
  readonly id: number;
  readonly maker: Leg;
  readonly taker: Leg;
}

/** The trades that settlement still has to bring to the chain. */
export const unsettledTrades = (settlement: MemoryStore): readonly UnsettledTrade[] => {
  const legs = new Map<unknown, Partial<Record<'maker' | 'taker', Leg>>>();
  for (const { tradeId, role, leg } of settlement.table('trade_legs').values()) {
    legs.set(tradeId, { ...legs.get(tradeId), [role as 'maker' | 'taker']: leg as Leg });
  }
  return [...settlement.table('trades').values()].flatMap(({ id, stage }) => {
    const { maker, taker } = legs.get(id) ?? {};
    const isOnItsWay = stage === 'open' || stage === 'sent';
    return isOnItsWay && maker && taker ? [{ id: id as number, maker, taker }] : [];
  });
};

/** What is done in the contract about one of them, so that it can't settle, or not under its id. */
export function breakTrade(breakage: Breakage, random: SeededRandom, trade: UnsettledTrade): UserCall {
  const side = random.pick([trade.maker, trade.taker]);
  const account: Address = address(side.account);
  switch (breakage) {
    case 'voided orders': {
      const digest: Hash = hash(side.orderHash);
      return voidOrder(account, digest);
    }
    case 'raised minimums': {
      const { sellToken, nonce } = side.order.terms;
      return raiseMinNonce(account, address(sellToken), BigInt(nonce) + 1n);
    }
    case 'exits that were over': {
      const parts = BigInt(random.integer(1, 3));
      return exitAtOnce(account, address(side.order.terms.sellToken), parts);
    }
    case 'spent ids':
      return spendId(trade.id);
  }
}

/** How many trades were reversed so far, by settlement's rows, and how many settled under another id, by the contract. */
export function settlementSummary(
  settlement: MemoryStore,
  { settled }: Pick<ContractState, 'settled'>,
): { readonly reversed: number; readonly replaced: number } {
  const trades = [...settlement.table('trades').values()];
  const isReplacement = (id: bigint) => publicTradeId(tradeId(Number(id))) !== tradeId(Number(id));
  return {
    reversed: trades.filter(({ stage }) => stage === 'reversed').length,
    replaced: [...settled].filter(isReplacement).length,
  };
}
