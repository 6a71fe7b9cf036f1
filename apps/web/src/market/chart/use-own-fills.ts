import type { UserFill } from '@exchange/core/wire';
import { useEffect } from 'react';
import { useCell, useExchange } from '../../exchange/use-exchange';
import { unlessAway } from '../../own/own-activity';

/** As many own fills as are marked at most: what an account does all day would be asked for page by page. */
const MARKED_MAX = 250;

/** The own fills back to a moment, Unix ms, newest first; of the account that is logged in, and none without one. */
export function useOwnFills(since: number | undefined): readonly UserFill[] {
  const { client, trading } = useExchange();
  const { fills } = useCell(trading.activity.histories);
  const { items, isComplete } = useCell(fills.read);
  // It is known again when the login is.
  const open = useCell(trading.activity.open);
  const isIn = open !== undefined && client.account !== undefined;
  const oldest = items.at(-1)?.timestamp ?? Infinity;
  const isWanted = isIn && !isComplete && since !== undefined && oldest >= since && items.length < MARKED_MAX;
  useEffect(() => {
    if (!isWanted) return;
    fills.pages.more().catch(unlessAway);
  }, [isWanted, fills, items.length]);
  return items;
}
