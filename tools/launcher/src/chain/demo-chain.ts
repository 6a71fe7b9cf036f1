import { isDevelopmentChain } from '@exchange/contract/chain';
import type { LocalDeployment } from '../../../kit/chain/deploy';
import type { DataFolder } from '../settings/data-folder';
import { closeChain, openChain } from '../../../kit/chain/open-chain';

const FILE = 'demo-bars.json';
/** A chain that makes many blocks at once is ahead of the clock by which markets are listed, by less than this. */
const AHEAD_MS = 60_000;

/** Of an exchange that an older release deployed long ago. */
export const NO_DEMO_BARS =
  'charts stay without made-up bars: the chain has forgotten when the contract was deployed. --reset begins anew.';

/** Throws, saying so, unless the chain is one of those on which made-up bars may be shown and traders come by themselves. */
export function requireDemoChain(chainId: number): void {
  if (isDevelopmentChain(chainId)) return;
  throw new Error(
    `--demo is for development chains (31337 and 1337), and CHAIN_URL is of chain ${chainId}: leave it out.`,
  );
}

/**
 * Before when bars are demo bars, Unix ms: before the contract was deployed, so before anything was listed. It is remembered,
 * since the chain forgets old blocks; undefined when it has forgotten this one.
 */
export async function demoBarsBefore(
  folder: DataFolder,
  chainUrl: string,
  { blockNumber }: LocalDeployment,
): Promise<number | undefined> {
  const known = folder.read(FILE) as { readonly before: number } | undefined;
  if (known !== undefined) return known.before;
  const provider = await openChain(chainUrl);
  try {
    const block = await provider.getBlock(blockNumber);
    if (block === null) return undefined;
    const before = block.timestamp * 1_000 - AHEAD_MS;
    folder.save(FILE, { before });
    return before;
  } finally {
    await closeChain(provider);
  }
}
