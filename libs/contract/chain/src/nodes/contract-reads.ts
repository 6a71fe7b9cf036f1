import type { Address } from '@exchange/core/kernel';
import { lensAddress } from '../deployment/companions';
import { decodeGetBalance, encodeGetBalance } from '../calls';
import { lensInterface } from '../exchange-interface';
import type { ChainNodes } from './chain-nodes';
import { inParts } from './in-parts';

/** A withdrawal's place in the contract. */
export interface WithdrawalNonce {
  readonly account: Address;
  readonly nonce: number;
}

/** A balance in the contract. */
export interface AccountToken {
  readonly account: Address;
  readonly token: Address;
}

/**
 * What the contract's own state says in a block, as enough nodes have it: read before anything is released because no log
 * of it was seen.
 */
export class ContractReads {
  readonly #lens: Address;

  constructor(
    private readonly nodes: ChainNodes,
    private readonly contract: Address,
  ) {
    // A hash of all its code, so once.
    this.#lens = lensAddress(contract);
  }

  /** Whether each of these withdrawals was paid, or voided by its account, by then. */
  async usedNonces(wanted: readonly WithdrawalNonce[], block: number): Promise<readonly boolean[]> {
    return inParts(wanted, ({ account, nonce }) => this.#isTrue('isNonceUsed', [account, nonce], block));
  }

  /** Whether each of these ids of trades was settled by then. */
  async settledTrades(ids: readonly number[], block: number): Promise<readonly boolean[]> {
    return inParts(ids, (id) => this.#isTrue('isTradeSettled', [id], block));
  }

  /** What it held for accounts by then, in smallest units. */
  async balances(wanted: readonly AccountToken[], block: number): Promise<readonly bigint[]> {
    return inParts(wanted, async ({ account, token }) =>
      decodeGetBalance(await this.#call(this.contract, encodeGetBalance(token, account), block)),
    );
  }

  async #isTrue(view: string, values: readonly unknown[], block: number): Promise<boolean> {
    const data = lensInterface.encodeFunctionData(view, values);
    const returned = await this.#call(this.#lens, data, block);
    return lensInterface.decodeFunctionResult(view, returned)[0] === true;
  }

  async #call(to: Address, data: string, block: number): Promise<string> {
    return String(await this.nodes.agreed('eth_call', [{ to, data }], block));
  }
}
