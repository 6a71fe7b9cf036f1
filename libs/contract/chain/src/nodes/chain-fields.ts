import { CHAIN_PROFILE_NAMES } from '../chain-profiles';
import { ChainNodes } from './chain-nodes';

/** What an app reads that asks a chain. Spread it into `defineConfig`. */
export const chainNodeFields = {
  chainUrls: {
    env: 'CHAIN_RPC_URLS',
    type: 'urls',
    description:
      'JSON-RPC addresses of several nodes of the chain, best of different operators, separated by commas; instead of `CHAIN_URL`.',
    default: [],
  },
  chainUrl: {
    env: 'CHAIN_URL',
    type: 'url',
    description: 'JSON-RPC address of an Ethereum node, if there is only one.',
    default: 'http://127.0.0.1:8545',
  },
  chainQuorum: {
    env: 'CHAIN_QUORUM',
    type: 'integer',
    description: 'So many nodes must say the same before it counts; more than half of them if not set.',
    optional: true,
  },
  checkHeaders: {
    env: 'CHAIN_CHECK_HEADERS',
    type: 'boolean',
    description:
      "Blocks' headers must hash to their names; false only on a chain whose headers have members of its own, with several nodes.",
    default: true,
  },
  chainProfile: {
    env: 'CHAIN_PROFILE',
    type: CHAIN_PROFILE_NAMES,
    description:
      'What is known of the chain: its finality, block time, prices and fees (libs/contract/chain/src/chain-profiles.ts).',
    optional: true,
  },
} as const;

/** What {@link chainNodeFields} are read as. */
export interface ChainNodeConfig {
  readonly chainUrls: readonly string[];
  readonly chainUrl: string;
  readonly chainQuorum: number | undefined;
  readonly checkHeaders: boolean;
}

/** The nodes that these settings name. */
export function chainNodesOf({
  chainUrls,
  chainUrl,
  chainQuorum,
  checkHeaders,
}: ChainNodeConfig): ChainNodes {
  const urls = chainUrls.length > 0 ? chainUrls : [chainUrl];
  return new ChainNodes({ urls, quorum: chainQuorum, checkHeaders });
}
