import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import { concat, encodeRlp, getBytes, hexlify, toBeHex } from 'ethers';
import { quantity } from './header-hash';

/** What is read of a log (Ethereum JSON-RPC, eth_getBlockReceipts). */
export interface NodeLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** What is read of a receipt (Ethereum JSON-RPC, eth_getBlockReceipts). */
export interface NodeReceipt {
  readonly type?: string;
  readonly transactionHash: string;
  readonly status?: string;
  /** Instead of a status, before 2017. */
  readonly root?: string;
  readonly cumulativeGasUsed: string;
  readonly logsBloom: string;
  readonly logs: readonly NodeLog[];
  /** Of a deposit on an OP-stack chain. */
  readonly depositNonce?: string | null;
  readonly depositReceiptVersion?: string | null;
}

/** Transactions of this type carry deposits from the chain below (OP-stack specification, deposits). */
const DEPOSIT_TYPE = 0x7e;

/** The root that a header with these receipts has (EIP-2718 for those with a type). */
export async function receiptsRoot(receipts: readonly NodeReceipt[]): Promise<string> {
  const trie = new MerklePatriciaTrie();
  for (const [index, receipt] of receipts.entries()) {
    const key = encodeRlp(quantity(toBeHex(index)));
    await trie.put(getBytes(key), getBytes(encodedReceipt(receipt)));
  }
  return hexlify(trie.root());
}

function encodedReceipt(receipt: NodeReceipt): string {
  const { type = '0x0', status, root, cumulativeGasUsed, logsBloom, logs } = receipt;
  const body = encodeRlp([
    status === undefined ? (root ?? '0x') : quantity(status),
    quantity(cumulativeGasUsed),
    logsBloom,
    logs.map(({ address, topics, data }) => [address, [...topics], data]),
    ...ofDeposit(receipt),
  ]);
  return BigInt(type) === 0n ? body : concat([toBeHex(BigInt(type), 1), body]);
}

/** Hashed since the chain's Canyon upgrade, which gave such receipts a version. */
function ofDeposit({ type = '0x0', depositNonce, depositReceiptVersion }: NodeReceipt): string[] {
  if (Number(type) !== DEPOSIT_TYPE || !depositNonce || !depositReceiptVersion) return [];
  return [quantity(depositNonce), quantity(depositReceiptVersion)];
}
