import { useEffect, useState } from 'react';
import { chainReader } from '../account/ways';
import { useWays } from '../account/use-ways';
import { useCell, useExchange, useListing } from '../exchange/use-exchange';
import { exitTime } from './chain-look';
import { exitsInForce } from './jobs/job-steps';

/** When exits take effect, by the transaction that requested them, Unix seconds; those that the chain has told so far. */
export function useExitTimes(): ReadonlyMap<string, number> {
  const ways = useWays();
  const { config } = useExchange();
  const { tokens } = useListing();
  const entries = useCell(ways.own.entries);
  useCell(ways.account.link);
  const reader = chainReader(ways);
  const [times, setTimes] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    if (reader === undefined) return;
    let isGone = false;
    const asked = exitsInForce(entries ?? []).flatMap(({ transaction, changes }) => {
      const token = tokens[changes[0]?.token ?? ''];
      return transaction === null || token === undefined || times.has(transaction)
        ? []
        : [{ transaction, token: token.contract.toLowerCase() }];
    });
    for (const { transaction, token } of asked) {
      exitTime(reader, transaction, config.contractAddress.toLowerCase(), token).then(
        (time) => {
          if (!isGone && time !== undefined) setTimes((known) => new Map([...known, [transaction, time]]));
        },
        // It is asked again with the next entry; an estimate stands meanwhile.
        () => undefined,
      );
    }
    return () => {
      isGone = true;
    };
  }, [reader, entries, tokens, times, config]);
  return times;
}
