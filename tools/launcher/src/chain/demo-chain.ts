import { isDevelopmentChain } from '@exchange/contract/chain';
import type { LocalDeployment } from '../../../kit/chain/deploy';
import { closeChain, openChain } from '../../../kit/chain/open-chain';

/** A chain that makes many blocks at once is ahead of the clock by which markets are listed, by less than this. */
const AHEAD_MS = 60_000;

/** Throws, saying so, unless the chain is one of those on which made-up bars may be shown and traders come by themselves. */
export function requireDemoChain(chainId: number): void {
  if (isDevelopmentChain(chainId)) return;
  throw new Error(
    `--demo is for development chains (31337 and 1337), and CHAIN_URL is of chain ${chainId}: leave it out.`,
  );
}

/** Before when bars are demo bars, Unix ms: before the contract was deployed, so before anything was listed. */
export async function demoBarsBefore(chainUrl: string, { blockNumber }: LocalDeployment): Promise<number> {
  const provider = await openChain(chainUrl);
  try {
    const block = await provider.getBlock(blockNumber);
    if (block === null)
      throw new Error(`the chain lacks block ${blockNumber}, in which the contract was deployed`);
    return block.timestamp * 1_000 - AHEAD_MS;
  } finally {
    await closeChain(provider);
  }
}
