import type { Wallet } from '@exchange/client';
import { walletProblem } from './wallet-problem';

/** A chain as a wallet is told of it. */
export interface WantedChain {
  readonly chainId: number;
  readonly name: string;
  /** A node of it; without one a wallet that doesn't know the chain can't be told of it. */
  readonly rpcUrl?: string | undefined;
}

/** Has the wallet go to a chain, which asks the person; one that it doesn't know is added first. Rejects with what it says. */
export async function switchChain(wallet: Wallet, { chainId, name, rpcUrl }: WantedChain): Promise<void> {
  const id = `0x${chainId.toString(16)}`;
  const change = () => wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: id }] });
  try {
    await change();
  } catch (error) {
    if (walletProblem(error) !== 'unknownChain' || rpcUrl === undefined) throw error;
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
    const chain = { chainId: id, chainName: name, rpcUrls: [rpcUrl], nativeCurrency };
    await wallet.request({ method: 'wallet_addEthereumChain', params: [chain] });
    // Not every wallet goes to what it has added.
    await change();
  }
}
