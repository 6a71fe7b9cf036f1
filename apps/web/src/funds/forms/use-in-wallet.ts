import { useEffect, useState } from 'react';
import { chainReader } from '../../account/ways';
import { useAccount, useWays } from '../../account/use-ways';
import { inWallet } from '../chain-look';

const LOOK_MS = 4_000;

/** What the account has of a token outside the exchange, in smallest units; undefined while nobody tells. */
export function useInWallet(token: string): bigint | undefined {
  const ways = useWays();
  const { account, shown } = useAccount();
  const [known, setKnown] = useState<{ readonly token: string; readonly units: bigint }>();
  const reader = chainReader(ways);
  const owner = shown ?? account;
  useEffect(() => {
    if (reader === undefined || owner === undefined) return setKnown(undefined);
    let isGone = false;
    const look = () =>
      inWallet(reader, owner, token).then(
        (units) => {
          if (!isGone) setKnown({ token, units });
        },
        () => undefined,
      );
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [reader, owner, token]);
  return known?.token === token ? known.units : undefined;
}
