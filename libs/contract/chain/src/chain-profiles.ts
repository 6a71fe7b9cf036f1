import { DefectError } from '@exchange/core/kernel';

/** When a block is final: when the chain's own `finalized` reaches it, or when so many blocks stand on it. */
export type Finality = 'finalized' | number;

/** What a service must know of a chain besides its nodes. Prices in gwei per unit of gas. */
export interface ChainProfile {
  readonly chainIds: readonly number[];
  readonly finality: Finality;
  /** Milliseconds between two blocks. */
  readonly blockMs: number;
  /** The most that is ever paid. */
  readonly maxFeeGwei: number;
  /** The most that is followed of the market's tips. */
  readonly maxTipGwei: number;
  /** Above this price gas is dear: batches wait until they are full, or as long as the deadline of settlement allows. */
  readonly dearFeeGwei: number;
  /**
   * Where a transaction's data is paid for besides its gas: nowhere, or by the OP stack's GasPriceOracle, a contract that
   * each such chain has (OP-stack specification, predeploys).
   */
  readonly dataFee: 'none' | 'op-stack';
}

export const CHAIN_PROFILE_NAMES = ['main', 'sepolia', 'base', 'development'] as const;
export type ChainProfileName = (typeof CHAIN_PROFILE_NAMES)[number];

/** Chains that may be reset, where nothing is worth anything. */
const DEVELOPMENT_CHAINS: readonly number[] = [31_337, 1_337];

/** Every chain that is known: a main network, a test network, a rollup on the OP stack, and what runs on a desk. */
export const CHAIN_PROFILES: Readonly<Record<ChainProfileName, ChainProfile>> = {
  main: {
    ...{ chainIds: [1], finality: 'finalized', blockMs: 12_000 },
    ...{ maxFeeGwei: 500, maxTipGwei: 10, dearFeeGwei: 60, dataFee: 'none' },
  },
  sepolia: {
    ...{ chainIds: [11_155_111], finality: 'finalized', blockMs: 12_000 },
    ...{ maxFeeGwei: 500, maxTipGwei: 10, dearFeeGwei: 200, dataFee: 'none' },
  },
  base: {
    ...{ chainIds: [8_453], finality: 'finalized', blockMs: 2_000 },
    ...{ maxFeeGwei: 20, maxTipGwei: 1, dearFeeGwei: 2, dataFee: 'op-stack' },
  },
  development: {
    ...{ chainIds: DEVELOPMENT_CHAINS, finality: 2, blockMs: 1_000 },
    ...{ maxFeeGwei: 500, maxTipGwei: 10, dearFeeGwei: 500, dataFee: 'none' },
  },
};

export const isDevelopmentChain = (chainId: number): boolean => DEVELOPMENT_CHAINS.includes(chainId);

/**
 * The profile of the chain: the one that is named, else the development chains' own. Undefined for another chain that none is
 * named for. Throws a DefectError when the named one is of another chain.
 */
export function chainProfile(chainId: number, name: ChainProfileName | undefined): ChainProfile | undefined {
  if (name === undefined) return isDevelopmentChain(chainId) ? CHAIN_PROFILES.development : undefined;
  const profile = CHAIN_PROFILES[name];
  if (profile.chainIds.includes(chainId)) return profile;
  const ids = profile.chainIds.join(' or ');
  throw new DefectError(`CHAIN_PROFILE=${name} is for chain ${ids}, but the nodes are of chain ${chainId}`);
}

/**
 * When blocks of the chain are final: after the number of confirmations that is set, else by the chain's profile. Throws a
 * DefectError off development chains when neither is given: nobody may guess how deep a reorganisation goes.
 */
export function finalityOf(
  chainId: number,
  set: { readonly profile?: ChainProfileName | undefined; readonly confirmations?: number | undefined },
): Finality {
  const profile = chainProfile(chainId, set.profile);
  const finality = set.confirmations ?? profile?.finality;
  if (finality !== undefined) return finality;
  throw new DefectError(
    `chain ${chainId} is no development chain: set CHAIN_PROFILE, or CHAIN_CONFIRMATIONS to the blocks that must stand on a ` +
      'block until it is final',
  );
}
