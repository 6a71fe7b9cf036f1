import type { Address } from '@exchange/core/kernel';

/** Why a settler can't settle: it can't pay, its key gives no signature, or the contract doesn't grant it SETTLER. */
export type SettlerLack = 'gas' | 'signer' | 'role';

/** What is known of one of the settlers. */
export interface SettlerStanding {
  readonly address: Address;
  readonly hasRole: boolean;
  /** Its key has given no signature for too long. */
  readonly isAway: boolean;
  /** The node refuses its transactions, since it can't pay for them. */
  readonly isUnfunded: boolean;
  /** Full batches that its balance pays for at the present price. */
  readonly runway: bigint;
}

/** What a settler lacks that needs a runway of so many batches; the worst counts. */
export function lackOf(
  { hasRole, isAway, isUnfunded, runway }: SettlerStanding,
  floor: bigint,
): SettlerLack | undefined {
  if (!hasRole) return 'role';
  if (isAway) return 'signer';
  return isUnfunded || runway < floor ? 'gas' : undefined;
}

/** From the best: who is out of gas may still get a batch through, and who hasn't the role gets none. */
const RANKS = [undefined, 'gas', 'signer', 'role'] as const;

/** Whoever doesn't send needs so many times the floor: a price that moves around it moves settlement only once. */
const RETURN_FACTOR = 2n;

/**
 * Which settler sends from now on: the first of the list that lacks nothing. While all lack something it is whoever lacks
 * least, and the active one if it is no worse than others. `active`: who sends now; undefined: nobody yet. `floor`: the
 * runway, in full batches, below which a settler counts as out of gas.
 */
export function chooseSettler(
  standings: readonly SettlerStanding[],
  active: Address | undefined,
  floor: bigint,
): Address | undefined {
  const rankOf = (standing: SettlerStanding) => {
    const isReturn = active !== undefined && standing.address !== active;
    return RANKS.indexOf(lackOf(standing, isReturn ? floor * RETURN_FACTOR : floor));
  };
  const least = Math.min(...standings.map(rankOf));
  const best = standings.filter((standing) => rankOf(standing) === least).map(({ address }) => address);
  return least > 0 && active !== undefined && best.includes(active) ? active : best[0];
}
