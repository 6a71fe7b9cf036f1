import type { Address } from '@exchange/core/kernel';
import {
  decodeSettleBatchCodes,
  decodeWithdrawalReason,
  encodeExecuteWithdrawal,
  encodeSettleBatch,
  type OperatorWithdrawal,
  revertName,
  TRADE_CODES,
  WITHDRAWAL_REASONS,
} from '@exchange/contract/chain';
import { FetchRequest, isCallException, isError, JsonRpcProvider } from 'ethers';
import type { BatchCall, FeeData, Preflight, SettlementChain } from './settlement-chain';

const NODE_TIMEOUT_MS = 10_000;
/** What the contract gives an item, and what a transaction costs before it begins. */
const WITHDRAWAL_GAS = 550_000;

/** What nodes say of a transaction that they have already, or whose nonce is used up: no fault of ours. */
const ALREADY_THERE =
  /already known|already imported|nonce too low|nonce has already been used|known transaction/i;
/** A transaction of the same nonce and a higher fee waits, one of ours too. */
const OUTBID = /replacement (transaction|fee)/i;

/** Settlement through an Ethereum JSON-RPC node. `settler`: the account that calls the contract. */
export class JsonRpcSettlementChain implements SettlementChain {
  readonly #provider: JsonRpcProvider;

  constructor(
    url: string,
    private readonly contract: Address,
    private readonly settler: Address,
  ) {
    const request = new FetchRequest(url);
    request.timeout = NODE_TIMEOUT_MS;
    // A cached answer of ethers may be older than what the node just told.
    this.#provider = new JsonRpcProvider(request, undefined, { cacheTimeout: -1 });
  }

  /** Rejects when the node is of another chain. */
  async mustBe(chainId: number): Promise<void> {
    const { chainId: found } = await this.#provider.getNetwork();
    if (found !== BigInt(chainId)) throw new Error(`the node is of chain ${found}, not ${chainId}`);
  }

  async preflight({ batchId, validUntil, batch }: BatchCall): Promise<Preflight> {
    const data = encodeSettleBatch(BigInt(batchId), validUntil, batch);
    const call = { from: this.settler, to: this.contract, data };
    try {
      const codes = decodeSettleBatchCodes(await this.#provider.call({ ...call, blockTag: 'pending' }));
      const gas = BigInt(await this.#provider.send('eth_estimateGas', [call, 'pending']));
      return { ok: true, codes: codes.map(codeNumber), gas };
    } catch (error) {
      if (!isCallException(error)) throw error;
      const name = error.data ? revertName(error.data) : undefined;
      return { ok: false, reason: name ?? error.shortMessage };
    }
  }

  async preflightWithdrawal(withdrawal: OperatorWithdrawal): Promise<number> {
    const data = encodeExecuteWithdrawal(withdrawal);
    // The contract executes each withdrawal in a call to itself, with a fixed amount of gas.
    const call = { from: this.contract, to: this.contract, data, gasLimit: WITHDRAWAL_GAS };
    try {
      return decodeWithdrawalReason(await this.#provider.call({ ...call, blockTag: 'pending' }));
    } catch (error) {
      // A transfer that fails reverts; everything else is an answer.
      if (isCallException(error)) return WITHDRAWAL_REASONS.indexOf('TRANSFER_FAILED');
      throw error;
    }
  }

  async send(raw: string): Promise<void> {
    try {
      await this.#provider.send('eth_sendRawTransaction', [raw]);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const isThere = isError(error, 'NONCE_EXPIRED') || ALREADY_THERE.test(text);
      if (!isThere && !isError(error, 'REPLACEMENT_UNDERPRICED') && !OUTBID.test(text)) throw error;
    }
  }

  async nonce(block?: number): Promise<number> {
    return this.#provider.getTransactionCount(this.settler, block ?? 'latest');
  }

  async feeData(): Promise<FeeData> {
    const { maxFeePerGas, maxPriorityFeePerGas } = await this.#provider.getFeeData();
    if (maxFeePerGas === null || maxPriorityFeePerGas === null) {
      throw new Error('the chain has no EIP-1559 fees');
    }
    return { maxFeePerGas, maxPriorityFeePerGas };
  }

  close(): void {
    this.#provider.destroy();
  }
}

const codeNumbers = new Map(Object.entries(TRADE_CODES).map(([code, name]) => [name, Number(code)]));
const codeNumber = (name: (typeof TRADE_CODES)[keyof typeof TRADE_CODES]): number =>
  codeNumbers.get(name) ?? 0;
