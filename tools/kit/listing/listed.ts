/** What the embedded setup lists: one market for each combination of decimals that has ever been a source of mistakes. */

export interface TestToken {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** In whole tokens: what each dev account owns on the chain at first. */
  readonly grant: bigint;
  /** In smallest units; every order trades at least that much, and more than the contract's 10 000. */
  readonly minOrderAmount: bigint;
  readonly minOrderRemaining: bigint;
  /** In smallest units: what the contract lets a short withdrawal pay at most, gas for one at some 80 gwei. */
  readonly withdrawalFeeCap: bigint;
  readonly description: string;
}

const ether = 10n ** 18n;

/** The chain's own coin. */
export const ETHER: TestToken = {
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  grant: 10_000n,
  minOrderAmount: ether / 200n,
  minOrderRemaining: ether / 2_000n,
  withdrawalFeeCap: ether / 100n,
  description: 'The coin of the development chain.',
};

/** Deployed at the start; on the development chain anybody may mint them. */
export const TEST_TOKENS: readonly TestToken[] = [
  {
    symbol: 'DAI',
    name: 'Dai Stablecoin',
    decimals: 18,
    grant: 100_000_000n,
    minOrderAmount: ether,
    minOrderRemaining: ether / 10n,
    withdrawalFeeCap: 30n * ether,
    description: 'A test token with 18 decimals.',
  },
  {
    symbol: 'WBTC',
    name: 'Wrapped Bitcoin',
    decimals: 8,
    grant: 100_000n,
    minOrderAmount: 20_000n,
    minOrderRemaining: 12_000n,
    withdrawalFeeCap: 50_000n,
    description: 'A test token with 8 decimals.',
  },
  {
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    grant: 100_000_000n,
    minOrderAmount: 1_000_000n,
    minOrderRemaining: 100_000n,
    withdrawalFeeCap: 30_000_000n,
    description: 'A test token with 6 decimals.',
  },
  {
    symbol: 'LINK',
    name: 'ChainLink Token',
    decimals: 18,
    grant: 10_000_000n,
    minOrderAmount: ether / 10n,
    minOrderRemaining: ether / 100n,
    withdrawalFeeCap: 2n * ether,
    description: 'A test token with 18 decimals.',
  },
];

/** Traded and quote token of each market; in this order they get their indexes. */
export const MARKETS: readonly (readonly [traded: string, quote: string])[] = [
  ['ETH', 'DAI'],
  ['WBTC', 'ETH'],
  ['ETH', 'USDC'],
  ['WBTC', 'USDC'],
  ['LINK', 'ETH'],
];

/** The listed token of that symbol; a symbol that isn't listed is a mistake in this file. */
export function tokenOf(symbol: string): TestToken {
  const token = [ETHER, ...TEST_TOKENS].find((candidate) => candidate.symbol === symbol);
  if (token === undefined) throw new Error(`${symbol} is in a market, but is no token.`);
  return token;
}
