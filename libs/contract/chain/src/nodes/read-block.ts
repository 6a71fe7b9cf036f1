import { type Address, type Hash, parseHash } from '@exchange/core/kernel';
import { toQuantity } from 'ethers';
import { type ChainNode, LyingNodeError } from './chain-node';
import { headerHash, type NodeBlock } from './header-hash';
import { mayHoldLogs } from './logs-bloom';
import { type NodeLog, type NodeReceipt, receiptsRoot } from './receipts-root';

/** A block's header, as its hash proves it, and the names of its transactions. */
export interface ProvenBlock {
  readonly number: number;
  readonly hash: Hash;
  readonly parent: Hash;
  /** Unix seconds. */
  readonly time: number;
  /** The filter by which the header says which contracts may have logs in the block. */
  readonly logsBloom: string;
  readonly receiptsRoot: string;
  readonly transactions: readonly string[];
}

/** A log with its place, out of receipts that the header proves. */
export interface ProvenLog extends NodeLog {
  readonly blockNumber: number;
  readonly blockHash: Hash;
  readonly transaction: Hash;
  readonly logIndex: number;
}

/** A node doesn't have what it said it has, or no longer: another one, or another time, will do. */
export class LackingNodeError extends Error {
  override readonly name = 'LackingNodeError';
}

/**
 * The block of this number, or the newest final one. `LyingNodeError` when the header isn't what its hash says;
 * `LackingNodeError` when the node gives none.
 */
export async function readBlock(
  node: ChainNode,
  wanted: number | 'finalized',
  checkHash = true,
): Promise<ProvenBlock> {
  const name = typeof wanted === 'number' ? toQuantity(wanted) : wanted;
  const block = (await node.ask('eth_getBlockByNumber', [name, false])) as NodeBlock | null;
  if (block === null || block.hash === null) throw new LackingNodeError(`the node has no block ${wanted}`);
  const number = Number(block.number);
  if (typeof wanted === 'number' && number !== wanted)
    throw new LyingNodeError(`asked for block ${wanted}, it gave block ${number}`);
  if (checkHash && headerHash(block) !== block.hash.toLowerCase())
    throw new LyingNodeError(
      `the header of block ${number} has not the hash ${block.hash} that it is given with`,
    );
  return {
    number,
    hash: hashIn(block.hash),
    parent: hashIn(block.parentHash),
    time: Number(block.timestamp),
    logsBloom: block.logsBloom.toLowerCase(),
    receiptsRoot: hashIn(block.receiptsRoot),
    transactions: block.transactions.map(hashIn),
  };
}

/**
 * What these contracts said in the block. Where the header's filter says that they said nothing, nobody is asked; else
 * all receipts must hash to the header's root, so that no log can be left out, changed or made up.
 */
export async function readLogs(
  node: ChainNode,
  block: ProvenBlock,
  writers: readonly Address[],
): Promise<readonly ProvenLog[]> {
  if (!writers.some((writer) => mayHoldLogs(block.logsBloom, writer))) return [];
  const receipts = await receiptsOf(node, block);
  const isWhole = receipts.every(
    ({ transactionHash }, index) => transactionHash.toLowerCase() === block.transactions[index],
  );
  if (!isWhole || (await receiptsRoot(receipts)) !== block.receiptsRoot)
    throw new LyingNodeError(`the receipts of block ${block.number} are not those of its header`);
  let logIndex = 0;
  return receipts.flatMap(({ logs, transactionHash }) =>
    logs.flatMap((log): readonly ProvenLog[] => {
      const place = { blockNumber: block.number, blockHash: block.hash, logIndex: logIndex++ };
      if (!writers.includes(log.address.toLowerCase() as Address)) return [];
      return [{ ...log, ...place, transaction: hashIn(transactionHash) }];
    }),
  );
}

async function receiptsOf(node: ChainNode, { number, hash: own, transactions }: ProvenBlock) {
  const receipts = (await node.ask('eth_getBlockReceipts', [own])) as readonly NodeReceipt[] | null;
  if (receipts?.length === transactions.length) return receipts;
  throw new LackingNodeError(
    `the node has no logs of block ${number} any more, though its header says that there are some: ` +
      'read it from a node that keeps them',
  );
}

/** In one case, whatever the node's: blocks are compared. */
function hashIn(text: string): Hash {
  const read = parseHash(text, 'a hash of a block');
  if (!read.ok) throw new LyingNodeError(`${read.message}, not ${String(text).slice(0, 80)}`);
  return read.value;
}
