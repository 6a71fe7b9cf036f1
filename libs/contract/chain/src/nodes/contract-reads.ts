import type { Address } from '@exchange/core/kernel';
import { lensAddress } from '../deployment/companions';
import { lensInterface } from '../exchange-interface';
import type { ChainNodes } from './chain-nodes';

/** A withdrawal's place in the contract. */
export interface WithdrawalNonce {
  readonly account: Address;
  readonly nonce: number;
}

/**
 * What the contract's own state says in a block, as enough nodes have it: read before anything is released because no log
 * of it was seen.
 */
export class ContractReads {
  constructor(
    private readonly nodes: ChainNodes,
    private readonly contract: Address,
  ) {}

  /** Whether each of these withdrawals was paid, or voided by its account, by then. */
  async usedNonces(wanted: readonly WithdrawalNonce[], block: number): Promise<readonly boolean[]> {
    return Promise.all(
      wanted.map(({ account, nonce }) => this.#isTrue('isNonceUsed', [account, nonce], block)),
    );
  }

  /** Whether each of these ids of trades was settled by then. */
  async settledTrades(ids: readonly number[], block: number): Promise<readonly boolean[]> {
    return Promise.all(ids.map((id) => this.#isTrue('isTradeSettled', [id], block)));
  }

  async #isTrue(view: string, values: readonly unknown[], block: number): Promise<boolean> {
    const data = lensInterface.encodeFunctionData(view, values);
    const returned = await this.nodes.agreed('eth_call', [{ to: lensAddress(this.contract), data }], block);
    return lensInterface.decodeFunctionResult(view, String(returned))[0] === true;
  }
}
