import { parseRate, type RateKey } from '@exchange/core/kernel';
import { useAccount, useNow } from '../../account/use-ways';
import { useCell, useExchange, useListing, useTickers } from '../../exchange/use-exchange';
import type { EntryDraft } from '../draft';
import { type EntryMarket, tokensOf } from '../entry-market';
import { type OrderPlan, planOrder } from '../plan';
import type { PlanContext } from '../plan-context';
import type { DecimalSign } from '../../typed/typed-decimal';
import { useBookSides } from './use-book-sides';

/** An order lasts for hours at least: so often its end is reckoned anew. */
const RECKONED_MS = 10_000;
/** States of the line in which commands go out. */
const UP: readonly string[] = ['ready', 'draining'];

/** What becomes of a draft by all that the page knows now, and what it was reckoned with. */
export function usePlan(
  draft: EntryDraft,
  market: EntryMarket,
  sign: DecimalSign,
): { readonly plan: OrderPlan; readonly context: PlanContext } {
  const { ways, trading, connection } = useExchange();
  const balances = useCell(ways.own.balances);
  const open = useCell(trading.activity.open) ?? [];
  const feeTier = useCell(trading.activity.feeTier);
  const line = useCell(connection);
  const lastRate = useTickers().get(market.id)?.rate;
  const { account } = useAccount();
  const listed = useListing();
  const book = useBookSides(market.id);
  const nowMs = useNow(RECKONED_MS) * 1_000;
  const { sold } = tokensOf(market, draft.side);
  const own = open.filter((order) => order.market === market.id);
  const rates = (buys: boolean) =>
    own
      .filter(({ buyToken }) => (buyToken === market.traded.symbol) === buys)
      .flatMap(({ bookRate }) => keyOf(bookRate) ?? []);
  const context: PlanContext = {
    ...{ market, listed, sign, book, feeTier, nowMs },
    lastRate: lastRate === undefined ? undefined : keyOf(lastRate),
    usable: balances === undefined ? undefined : BigInt(balances.get(sold.symbol)?.usable ?? 0),
    own: { buy: rates(true), sell: rates(false) },
    isLoggedIn: account !== undefined,
    isLineUp: UP.includes(line.kind),
  };
  return { plan: planOrder(draft, context), context };
}

function keyOf(rate: string): RateKey | undefined {
  const key = parseRate(rate, 'rate');
  return key.ok ? key.value : undefined;
}
