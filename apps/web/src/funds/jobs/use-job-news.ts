import { useEffect, useState } from 'react';
import { chainReader } from '../../account/ways';
import { useNow, useWays } from '../../account/use-ways';
import { useCell, useExchange } from '../../exchange/use-exchange';
import { newestBlock } from '../chain-look';
import { useExitTimes } from '../use-exit-times';
import type { JobNews } from './job-steps';

const BLOCK_MS = 2_000;

/** What jobs are waiting for, as chain and exchange tell it now. */
export function useJobNews(): JobNews {
  const ways = useWays();
  const { config } = useExchange();
  const entries = useCell(ways.own.entries) ?? [];
  const delegates = useCell(ways.account.delegates) ?? [];
  useCell(ways.account.link);
  const now = useNow(1_000);
  const exitTimes = useExitTimes();
  const block = useNewestBlock();
  return { entries, delegates, confirmations: config.confirmations, block, now, exitTimes };
}

function useNewestBlock(): number | undefined {
  const reader = chainReader(useWays());
  const [block, setBlock] = useState<number>();
  useEffect(() => {
    if (reader === undefined) return setBlock(undefined);
    let isGone = false;
    const look = () =>
      newestBlock(reader).then(
        (newest) => {
          if (!isGone) setBlock(newest);
        },
        () => undefined,
      );
    void look();
    const timer = setInterval(() => void look(), BLOCK_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [reader]);
  return block;
}
