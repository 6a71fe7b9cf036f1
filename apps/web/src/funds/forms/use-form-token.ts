import { useState } from 'react';
import { useListing } from '../../exchange/use-exchange';
import { ZERO_ADDRESS } from '@exchange/core/kernel';

/** A token as a form needs it. */
export interface FormToken {
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
}

/** The listed tokens, ether first, and the one that is chosen; the first at the beginning. Undefined while none is listed. */
export function useFormToken() {
  const listing = useListing();
  const [symbol, choose] = useState<string>();
  const tokens = Object.entries(listing.tokens)
    .map(([each, { contract, decimals }]): FormToken => ({
      symbol: each,
      contract: contract.toLowerCase(),
      decimals,
    }))
    .sort((a, b) => rank(a) - rank(b) || (a.symbol < b.symbol ? -1 : 1));
  const token = tokens.find((each) => each.symbol === symbol) ?? tokens[0];
  return token === undefined ? undefined : { tokens, token, choose };
}

const rank = ({ contract }: FormToken): number => (contract === ZERO_ADDRESS ? 0 : 1);
