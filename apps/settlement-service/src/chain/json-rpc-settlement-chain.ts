import { type Address, DefectError } from '@exchange/core/kernel';
import {
  type AccountToken,
  type AskState,
  type ChainNodes,
  type ChainProfile,
  ContractReads,
  decodeSettleBatchCodes,
  decodeWithdrawalReason,
  encodeExecuteWithdrawal,
  encodeSettleBatch,
  hasRole,
  isChainsAnswer,
  newestState,
  nodeErrorOf,
  type OperatorWithdrawal,
  requireOwnRole,
  revertName,
  TRADE_CODES,
  WITHDRAWAL_REASONS,
} from '@exchange/contract/chain';
import { Interface, isCallException, toQuantity } from 'ethers';
import { ACCEPTED, bestAnswer, type NodeAnswer, nodeAnswer } from './node-answer';
import type { BatchCall, MarketPrice, Preflight, SettlementChain } from './settlement-chain';

/** What the contract gives an item, and what a transaction costs before it begins. */
const WITHDRAWAL_GAS = 550_000;
/** What a trade needs with two orders that the contract has never seen (contracts/test/Gas.t.sol), and a batch besides. */
const TRADE_GAS = 97_000n;
const BATCH_GAS = 200_000n;

/** Blocks whose tips tell what others pay, and which of each block's tips counts. */
const TIPS_OF_BLOCKS = '0xa';
const TIP_PERCENTILE = 50;

/** What each chain of the OP stack has since its Fjord upgrade (OP-stack specification, predeploys and Fjord). */
const GAS_PRICE_ORACLE_ADDRESS = '0x420000000000000000000000000000000000000f';
const GAS_PRICE_ORACLE = new Interface(['function getL1FeeUpperBound(uint256) view returns (uint256)']);

/** Settlement through Ethereum JSON-RPC nodes. */
export class JsonRpcSettlementChain implements SettlementChain {
  readonly #state: ContractReads;
  /** Not as of a block: nodes are held to the newest block that they were asked for, and settlement doesn't follow it. */
  readonly #newest: AskState;

  constructor(
    private readonly nodes: ChainNodes,
    private readonly contract: Address,
    private readonly paysForData: ChainProfile['dataFee'] = 'none',
  ) {
    this.#state = new ContractReads(nodes, contract);
    this.#newest = newestState(nodes);
  }

  /**
   * Rejects while no nodes answer, and with a DefectError when they are of another chain, when the contract's code isn't that
   * of this release with this name, or when none of the settlers has the role.
   */
  async mustBe({ chainId, name, settlers }: SettledExchange): Promise<void> {
    const found = await this.nodes.chainId();
    if (found !== chainId) throw new DefectError(`the node is of chain ${found}, not ${chainId}`);
    const place = { chainId: BigInt(chainId), name, contract: this.contract };
    await requireOwnRole(this.#newest, place, 'SETTLER', ...settlers);
  }

  /**
   * One question: what the call does with the gas that it will have. Only where that is too little, or the contract
   * refuses, the node is asked for the reason and for the gas as well, which takes it many executions.
   */
  async preflight({ settler, batchId, validUntil, batch, attestation }: BatchCall): Promise<Preflight> {
    const data = encodeSettleBatch(BigInt(batchId), validUntil, batch, attestation);
    const call = { from: settler, to: this.contract, data };
    const gas = BATCH_GAS + TRADE_GAS * BigInt(batch.trades.length);
    const codes = await this.#codesOf({ ...call, gas: toQuantity(gas) });
    return codes === undefined ? this.#estimated(call) : { ok: true, codes, gas };
  }

  /** Undefined when the call fails, for whatever reason. */
  async #codesOf(call: NodeCall): Promise<readonly number[] | undefined> {
    try {
      return decodeSettleBatchCodes(await this.#pending(call)).map(codeNumber);
    } catch (error) {
      if (isChainsAnswer(error)) return undefined;
      throw error;
    }
  }

  async #estimated(call: NodeCall): Promise<Preflight> {
    try {
      const codes = decodeSettleBatchCodes(await this.#pending(call));
      const gas = BigInt(String(await this.nodes.send('eth_estimateGas', [call, 'pending'])));
      return { ok: true, codes: codes.map(codeNumber), gas };
    } catch (error) {
      if (!isChainsAnswer(error) || !isCallException(error)) throw error;
      const name = error.data ? revertName(error.data) : undefined;
      return { ok: false, reason: name ?? error.shortMessage };
    }
  }

  async codesAt(
    { settler, batchId, validUntil, batch, attestation }: BatchCall,
    block: number,
  ): Promise<readonly number[] | undefined> {
    const data = encodeSettleBatch(BigInt(batchId), validUntil, batch, attestation);
    try {
      const call = { from: settler, to: this.contract, data };
      return decodeSettleBatchCodes(await this.#agreed(call, block)).map(codeNumber);
    } catch (error) {
      if (!isChainsAnswer(error)) throw error;
      return undefined;
    }
  }

  async balancesAt(wanted: readonly AccountToken[], block: number): Promise<readonly bigint[]> {
    return this.#state.balances(wanted, block);
  }

  async preflightWithdrawal(withdrawal: OperatorWithdrawal): Promise<number> {
    const data = encodeExecuteWithdrawal(withdrawal);
    // The contract executes each withdrawal in a call to itself, with a fixed amount of gas.
    const gas = toQuantity(WITHDRAWAL_GAS);
    const call = { from: this.contract, to: this.contract, data, gas };
    try {
      return decodeWithdrawalReason(await this.#pending(call));
    } catch (error) {
      // A transfer that fails reverts; everything else is an answer, or says nothing of the withdrawal.
      if (isChainsAnswer(error)) return WITHDRAWAL_REASONS.indexOf('TRANSFER_FAILED');
      throw error;
    }
  }

  async settledAt(tradeIds: readonly number[], block: number): Promise<readonly boolean[]> {
    return this.#state.settledTrades(tradeIds, block);
  }

  /** Every node is given it: what one took, the others hear of. */
  async send(raw: string): Promise<NodeAnswer> {
    const answers = await this.nodes.everywhere('eth_sendRawTransaction', [raw]);
    return bestAnswer(
      answers.map(({ refusal }) => (refusal ? nodeAnswer(nodeErrorOf(refusal)?.message ?? '') : ACCEPTED)),
    );
  }

  async holds(hash: string): Promise<boolean> {
    const answers = await this.nodes.everywhere('eth_getTransactionByHash', [hash]);
    const found = answers.map(({ value }) => (value ?? null) as Found | null);
    return found.some((transaction) => transaction !== null && (transaction.blockNumber ?? null) === null);
  }

  async nonce(settler: Address, block?: number): Promise<number> {
    const method = 'eth_getTransactionCount';
    if (block === undefined) return this.nodes.reached(method, [settler, 'latest']);
    return Number(await this.nodes.agreed(method, [settler], block));
  }

  async balance(settler: Address): Promise<bigint> {
    return BigInt(String(await this.nodes.send('eth_getBalance', [settler, 'latest'])));
  }

  async hasRole(settler: Address): Promise<boolean> {
    return hasRole(this.#newest, this.contract, 'SETTLER', settler);
  }

  async marketPrice(): Promise<MarketPrice> {
    const wanted = [TIPS_OF_BLOCKS, 'latest', [TIP_PERCENTILE]];
    const history = (await this.nodes.send('eth_feeHistory', wanted)) as FeeHistory;
    const baseFee = history.baseFeePerGas?.at(-1);
    if (baseFee === undefined) throw new Error('the chain has no EIP-1559 fees');
    // Empty blocks have no tips.
    const tips = (history.reward ?? [])
      .flatMap(([tip]) => (tip ? [BigInt(tip)] : []))
      .filter((tip) => tip > 0n);
    tips.sort((a, b) => (a < b ? -1 : 1));
    const tip = tips[Math.floor(tips.length / 2)] ?? (await this.#suggestedTip());
    return { baseFee: BigInt(baseFee), tip };
  }

  async dataFee(bytes: number): Promise<bigint> {
    if (this.paysForData === 'none') return 0n;
    const data = GAS_PRICE_ORACLE.encodeFunctionData('getL1FeeUpperBound', [bytes]);
    return BigInt(
      String(await this.nodes.send('eth_call', [{ to: GAS_PRICE_ORACLE_ADDRESS, data }, 'latest'])),
    );
  }

  async #suggestedTip(): Promise<bigint> {
    return BigInt(String(await this.nodes.send('eth_maxPriorityFeePerGas', [])));
  }

  close(): void {
    this.nodes.close();
  }

  async #pending(call: NodeCall): Promise<string> {
    return String(await this.nodes.send('eth_call', [call, 'pending']));
  }

  /** What is decided on: as enough nodes have it. */
  async #agreed(call: NodeCall, block: number): Promise<string> {
    return String(await this.nodes.agreed('eth_call', [call], block));
  }
}

/** The exchange that nodes must know, and who settles there. */
interface SettledExchange {
  readonly chainId: number;
  readonly name: string;
  readonly settlers: readonly Address[];
}

/** What eth_call and eth_estimateGas take; quantities as hex digits. */
interface NodeCall {
  readonly from?: string;
  readonly to: string;
  readonly data: string;
  readonly gas?: string;
}

interface Found {
  readonly blockNumber?: string | null;
}

/** Of the blocks asked for and the one after them, oldest first. */
interface FeeHistory {
  readonly baseFeePerGas?: readonly string[];
  readonly reward?: readonly (readonly string[])[];
}

const codeNumbers = new Map(Object.entries(TRADE_CODES).map(([code, name]) => [name, Number(code)]));
const codeNumber = (name: (typeof TRADE_CODES)[keyof typeof TRADE_CODES]): number =>
  codeNumbers.get(name) ?? 0;
