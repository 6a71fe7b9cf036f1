import { JsonRpcProvider } from 'ethers';
import { until } from '../until';
import { askChain } from './ask-chain';

const READY_MS_MAX = 30_000;
const POLL_MS = 100;

/** Connects to the chain as soon as it answers. Close it with {@link closeChain}. */
export async function openChain(url: string): Promise<JsonRpcProvider> {
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
    timeoutMs: READY_MS_MAX,
    failure: () => `the chain at ${url} doesn't answer: ${last}`,
  });
  const provider = new JsonRpcProvider(url, Number(chainId), { staticNetwork: true, cacheTimeout: -1 });
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
