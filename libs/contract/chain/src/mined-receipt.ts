import type { TransactionReceipt } from 'ethers';

const EVERY_MS = 50;
const LIMIT_MS = 300_000;

/** Not Node's own: the exit kit has this room in a browser. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What {@link minedReceipt} asks of a provider of ethers. */
export interface ReceiptSource {
  getTransactionReceipt(hash: string): Promise<TransactionReceipt | null>;
}

/**
 * Waits until a transaction is in a block, whatever it did there, and gives its receipt. Throws after five minutes, and what
 * the node throws.
 *
 * ethers' `waitForTransaction` compares the receipt with a block number that it asked for before, and looks again with the next
 * block only: on a chain that makes a block a transaction, one mined between the two questions is waited for without end.
 */
export async function minedReceipt(source: ReceiptSource, hash: string): Promise<TransactionReceipt> {
  for (let waited = 0; waited < LIMIT_MS; waited += EVERY_MS) {
    const receipt = await source.getTransactionReceipt(hash);
    if (receipt !== null) return receipt;
    await pause(EVERY_MS);
  }
  throw new Error(`Transaction ${hash} was in no block after ${LIMIT_MS / 1_000} s.`);
}
