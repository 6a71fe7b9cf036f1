import type { Address } from '@exchange/core/kernel';
import type { Interface } from 'ethers';
import type { Rpc } from './rpc';

/** A contract whose views are asked at one block, so that the answers fit together. */
export class Views {
  constructor(
    private readonly rpc: Rpc,
    private readonly contract: Address,
    private readonly abi: Interface,
    private readonly block: string,
  ) {}

  /** What a view returns, in its order. Throws what the node says. */
  async ask(name: string, ...args: unknown[]): Promise<readonly unknown[]> {
    const data = this.abi.encodeFunctionData(name, args);
    const returned = await this.rpc('eth_call', [{ to: this.contract, data }, this.block]);
    return [...this.abi.decodeFunctionResult(name, String(returned))] as unknown[];
  }

  /** The only value that a view returns, or the first. */
  async one(name: string, ...args: unknown[]): Promise<unknown> {
    return (await this.ask(name, ...args))[0];
  }
}

const AT_ONCE = 8;

/** Does the same for each item, a few at a time: public nodes refuse more. */
export async function eachOf<Item, Outcome>(
  items: readonly Item[],
  act: (item: Item) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let first = 0; first < items.length; first += AT_ONCE) {
    outcomes.push(...(await Promise.all(items.slice(first, first + AT_ONCE).map(act))));
  }
  return outcomes;
}
