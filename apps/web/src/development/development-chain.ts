/** Chains of development tools, on whose tokens nothing of value may lie. */
const DEVELOPMENT_CHAINS: readonly number[] = [31_337, 1_337];

/** What the page needs of its configuration for what it has on development chains only. */
export interface ChainConfig {
  readonly chainId: number;
  readonly rpcUrl?: string | undefined;
}

/** The node that the page may use; undefined on every chain that is not a development chain. */
export const developmentNode = ({ chainId, rpcUrl }: ChainConfig): string | undefined =>
  DEVELOPMENT_CHAINS.includes(chainId) ? rpcUrl : undefined;

const PREFIX = 'development.';

/** The id of a wallet of the development chain, by its name; the same over reloads. */
export const developmentWalletId = (name: string): string =>
  `${PREFIX}${name.toLowerCase().replaceAll(' ', '-')}`;

/** Whether a wallet says that it is one of those. */
export const isDevelopmentWallet = (id: string): boolean => id.startsWith(PREFIX);
