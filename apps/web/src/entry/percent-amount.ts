import { wholeTokens } from '@exchange/core/kernel';
import type { EntryDraft } from './draft';
import { opposite, type PlanContext } from './plan-context';
import { readDraft } from './read-draft';
import { partOfUsable, partOfUsableAtMarket } from './usable-part';

/**
 * The amount of the traded token that so many percent of what is usable are enough for, as exact text; undefined while rate, book or
 * balance isn't there to say it, or it is nothing.
 */
export function percentAmount(
  draft: EntryDraft,
  { market, sign, usable, book }: PlanContext,
  percent: number,
): string | undefined {
  if (usable === undefined) return undefined;
  const { side, slack: slackBps } = draft;
  let units: bigint;
  if (draft.kind === 'market') {
    if (book === undefined) return undefined;
    units = partOfUsableAtMarket(
      side,
      usable,
      percent,
      { lines: book[opposite(side)], slackBps },
      market.decimals,
    );
  } else {
    const { rate } = readDraft(draft, market, sign);
    // What a sell gives is the amount, whatever the rate.
    if (rate.kind !== 'exact' && side === 'buy') return undefined;
    units =
      rate.kind === 'exact'
        ? partOfUsable(side, usable, percent, rate.value, market.decimals)
        : (usable * BigInt(percent)) / 100n;
  }
  return units === 0n ? undefined : wholeTokens(units, market.decimals.traded);
}
