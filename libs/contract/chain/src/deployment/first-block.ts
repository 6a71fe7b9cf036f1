import type { Address } from '@exchange/core/kernel';
import type { Provider } from 'ethers';

/**
 * The block that created a contract, found by halving. Throws a sentence when there is none, or the node has forgotten what
 * older blocks held.
 */
export async function firstBlockOf(provider: Provider, contract: Address): Promise<number> {
  const has = async (block: number): Promise<boolean> => {
    try {
      return (await provider.getCode(contract, block)) !== '0x';
    } catch (error) {
      throw new Error(`this node doesn't know what block ${block} held: ask one that keeps its history`, {
        cause: error,
      });
    }
  };
  let last = await provider.getBlockNumber();
  if (!(await has(last))) throw new Error(`there is no contract at ${contract}`);
  let first = 0;
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (await has(middle)) last = middle;
    else first = middle + 1;
  }
  return first;
}
