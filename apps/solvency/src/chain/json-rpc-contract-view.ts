import { type Address, type Hash, ZERO_ADDRESS } from '@exchange/core/kernel';
import {
  type BlockRange,
  type ChainNodes,
  type ContractEvent,
  ContractReads,
  decodeEvent,
  inParts,
  lensAddress,
  lensInterface,
  logsInRanges,
  testTokenAbi,
} from '@exchange/contract/chain';
import { Interface, toQuantity } from 'ethers';
import type { ContractView, Pair, TokenFigures } from './contract-view';

const erc20 = new Interface(testTokenAbi);
/** Nodes limit how many blocks one question may span; one that wants fewer gets fewer. */
const BLOCKS_AT_ONCE = 2_000;

interface NodeLog {
  readonly topics: readonly string[];
  readonly data: string;
}

/** The contract behind Ethereum JSON-RPC nodes. Its state counts as enough of them have it. */
export class JsonRpcContractView implements ContractView {
  private readonly lens: Address;
  private readonly reads: ContractReads;

  constructor(
    private readonly nodes: ChainNodes,
    private readonly contract: Address,
  ) {
    this.lens = lensAddress(contract);
    this.reads = new ContractReads(nodes, contract);
  }

  /** Rejects unless the nodes are of this chain. */
  async mustBe(chainId: number): Promise<void> {
    const found = await this.nodes.chainId();
    if (found !== chainId) throw new Error(`the node is of chain ${found}, and CHAIN_ID says ${chainId}`);
  }

  async block(number: number): Promise<Hash> {
    return (await this.nodes.block(number)).hash;
  }

  async events(from: number, to: number): Promise<readonly ContractEvent[]> {
    return logsInRanges({ first: from, last: to }, (range) => this.#eventsOf(range), {
      most: BLOCKS_AT_ONCE,
    });
  }

  async #eventsOf({ first, last }: BlockRange): Promise<readonly ContractEvent[]> {
    const range = { address: this.contract, fromBlock: toQuantity(first), toBlock: toQuantity(last) };
    const logs = await this.nodes.first((node) => node.ask('eth_getLogs', [range]), last);
    return (logs as readonly NodeLog[]).flatMap((log) => decodeEvent(log) ?? []);
  }

  balances(pairs: readonly Pair[], block: number): Promise<readonly bigint[]> {
    return this.reads.balances(pairs, block);
  }

  figures(tokens: readonly Address[], block: number): Promise<readonly TokenFigures[]> {
    return inParts(tokens, async (token) => {
      const [holdings, liabilities] = await Promise.all([
        this.#holdings(token, block),
        this.#liabilities(token, block),
      ]);
      return { token, holdings, liabilities };
    });
  }

  async #holdings(token: Address, block: number): Promise<bigint> {
    if (token === ZERO_ADDRESS) {
      return BigInt(String(await this.nodes.agreed('eth_getBalance', [this.contract], block)));
    }
    const asked = erc20.encodeFunctionData('balanceOf', [this.contract]);
    const returned = await this.#call(token, asked, block);
    return BigInt(erc20.decodeFunctionResult('balanceOf', returned)[0] as bigint);
  }

  async #liabilities(token: Address, block: number): Promise<bigint> {
    const asked = lensInterface.encodeFunctionData('totalLiabilities', [token]);
    const returned = await this.#call(this.lens, asked, block);
    return BigInt(lensInterface.decodeFunctionResult('totalLiabilities', returned)[0] as bigint);
  }

  async #call(to: string, data: string, block: number): Promise<string> {
    return String(await this.nodes.agreed('eth_call', [{ to, data }], block));
  }
}
