import { NodeProvider } from '@exchange/contract/chain';
import { withoutSecrets } from '@exchange/core/kernel';
import type { JsonRpcProvider } from 'ethers';
import { until } from '../until';
import { askChain } from './ask-chain';

const READY_MS_MAX = 30_000;
const POLL_MS = 100;
/** A development chain may be busy with all that it is told to do at once. */
const ANSWER_MS_MAX = 120_000;

/** Connects to the chain as soon as it answers; no error of it says the address, which may hold a secret. Close it with {@link closeChain}. */
export async function openChain(url: string, readyMsMax = READY_MS_MAX): Promise<JsonRpcProvider> {
  let last = '';
  const ask = async (): Promise<string | undefined> => {
    try {
      return await askChain(url, 'eth_chainId');
    } catch (error) {
      last = String(error);
      return undefined;
    }
  };
  const chainId = await until(ask, {
    everyMs: 50,
    timeoutMs: readyMsMax,
    failure: () => `the chain at ${withoutSecrets(url)} doesn't answer: ${last}`,
  });
  const provider = new NodeProvider(url, { chainId: Number(chainId), timeoutMs: ANSWER_MS_MAX });
  provider.pollingInterval = POLL_MS;
  return provider;
}

/**
 * Ends what a transaction that was waited for still looks for, then the connection. A request that is cut off would be a
 * failure that nobody waits for, and end the process.
 */
export async function closeChain(provider: JsonRpcProvider): Promise<void> {
  await provider.removeAllListeners();
  // They go in the order in which they were made: when this one is answered, all before it have gone.
  await provider.send('eth_chainId', []).catch(() => undefined);
  provider.destroy();
}
