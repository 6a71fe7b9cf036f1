import type { AccountToken } from '@exchange/contract/chain';
import { present } from '@exchange/core/kernel';
import type { AttesterChain } from '../chain/attester-chain';

/** What the contract holds for accounts, as of a final block: each balance is read once for each of these blocks. */
export class Holdings {
  #block = -1;
  readonly #read = new Map<string, bigint>();

  constructor(private readonly chain: Pick<AttesterChain, 'balancesAt'>) {}

  /** Reads what is wanted and not known yet; the answer tells of each of these, in smallest units. */
  async at(block: number, wanted: readonly AccountToken[]): Promise<(pair: AccountToken) => bigint> {
    if (block !== this.#block) this.#read.clear();
    this.#block = block;
    const pairs = new Map(wanted.map((pair) => [keyOf(pair), pair]));
    const missing = [...pairs].filter(([key]) => !this.#read.has(key));
    const asked = missing.map(([, pair]) => pair);
    const balances = await this.chain.balancesAt(asked, block);
    for (const [index, [key]] of missing.entries()) this.#read.set(key, present(balances[index], 'balance'));
    return (pair) => present(this.#read.get(keyOf(pair)), 'balance');
  }
}

const keyOf = ({ account, token }: AccountToken): string => `${account}:${token}`;
