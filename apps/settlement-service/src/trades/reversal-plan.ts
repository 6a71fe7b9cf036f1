import { type Address, present, tradeId } from '@exchange/core/kernel';
import type { SettleLeg } from '@exchange/core/message';
import {
  type BalanceOf,
  planReversal,
  type ReversalPlan,
  type UnminedSide,
  type UnminedTrade,
} from '@exchange/core/settlement';
import type { SettlementState } from '../settlement-state';
import { accountsOf, isShownBy, type SettlingTrade } from './settling-trade';
import { mayBeMined } from './unsettleable';

type PlanState = Pick<SettlementState, 'trades' | 'batches' | 'drafts' | 'chain'>;

/** Trades that can't settle and are not reversed yet. */
export const quarantined = ({ trades }: Pick<SettlementState, 'trades'>): readonly SettlingTrade[] =>
  [...trades.all()].filter(({ stage }) => stage === 'quarantined');

/** What has to be reversed, from the trades of these accounts and what the contract holds for them. */
export function planOf(state: PlanState, accounts: ReadonlySet<Address>, balanceOf: BalanceOf): ReversalPlan {
  const { trades } = state;
  const ids = new Set([...accounts].flatMap((account) => trades.queueOf(account)));
  const unmined = [...ids].map((id) => unminedTrade(state, present(trades.get(id), `trade ${id}`)));
  return planReversal(unmined, balanceOf);
}

/** The accounts of trades that are to be reversed. */
export const concernedBy = (
  { trades }: Pick<SettlementState, 'trades'>,
  ids: readonly number[],
): readonly Address[] => ids.flatMap((id) => accountsOf(present(trades.get(id), `trade ${id}`)));

function unminedTrade(state: PlanState, trade: SettlingTrade): UnminedTrade {
  const legs = [trade.maker, trade.taker].flatMap((leg) => leg ?? []);
  return { id: tradeId(trade.id), fate: fateOf(state, trade), sides: legs.map(sideOf) };
}

function fateOf(state: PlanState, trade: SettlingTrade): UnminedTrade['fate'] {
  switch (trade.stage) {
    case 'quarantined':
      return 'doomed';
    case 'open':
      return mayBeMined(state, trade) || !isShownBy(trade, state.chain.final?.number ?? 0) ? 'early' : 'open';
    case 'waiting':
      return 'early';
    case 'sent':
    case 'mined':
    case 'final':
    case 'reversed':
      return 'sent';
  }
}

/** Fees come off what is bought; a rebate lowers what its maker gives, or adds to what it gets. */
function sideOf({
  account,
  accountSeq,
  order,
  sold,
  bought,
  fee,
  rebate,
  rebateToken,
}: SettleLeg): UnminedSide {
  const inSold = rebateToken === 'sell' ? rebate : 0n;
  const { sellToken, buyToken } = order.terms;
  return {
    ...{ account: account as Address, accountSeq },
    ...{ soldToken: sellToken as Address, given: sold - inSold },
    ...{ boughtToken: buyToken as Address, got: bought - fee + rebate - inSold },
  };
}
