import type { Address } from '@exchange/core/kernel';
import { formatUnits } from 'ethers';
import { refusalText } from './refusals';
import { type Rpc, RpcError } from './rpc';

/** A call of an account to the contract. */
export interface AccountCall {
  readonly from: Address;
  readonly to: Address;
  readonly data: string;
}

/** What a call would cost now. */
export interface Cost {
  readonly gas: bigint;
  /** Of a unit of gas, wei. */
  readonly price: bigint;
}

/** Above what the node estimates: what a call needs changes with the block. */
const SPARE_PERCENT = 20n;

/** Does a call without sending it. Throws, saying in words why, if the contract refuses it. */
export async function tryCall(rpc: Rpc, call: AccountCall): Promise<Cost> {
  try {
    await rpc('eth_call', [call, 'latest']);
    const gas = BigInt(String(await rpc('eth_estimateGas', [call])));
    const price = BigInt(String(await rpc('eth_gasPrice', [])));
    return { gas: gas + (gas * SPARE_PERCENT) / 100n, price };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new Error(`this would fail: ${refusalText(error.data, error.message)}`, { cause: error });
  }
}

/** What a call costs at the present price. */
export const costText = ({ gas, price }: Cost): string => `about ${formatUnits(gas * price, 18)} ETH for gas`;

const RECEIPT_EVERY_MS = 500;
const RECEIPT_MS_MAX = 600_000;

/** What became of a transaction. */
export interface Mined {
  readonly block: number;
  readonly gasUsed: bigint;
}

/** Waits until a transaction is in a block. Throws if it failed there, or isn't in one after ten minutes. */
export async function waitForReceipt(rpc: Rpc, hash: string): Promise<Mined> {
  for (let waited = 0; waited < RECEIPT_MS_MAX; waited += RECEIPT_EVERY_MS) {
    const receipt = (await rpc('eth_getTransactionReceipt', [hash]).catch(passOver)) as Receipt | null;
    if (receipt?.status === '0x0')
      throw new Error(`transaction ${hash} was mined, but failed: nothing has changed`);
    if (receipt) return { block: Number(receipt.blockNumber), gasUsed: BigInt(receipt.gasUsed) };
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_EVERY_MS));
  }
  throw new Error(`transaction ${hash} is not mined yet: look for it later`);
}

interface Receipt {
  readonly status: string;
  readonly blockNumber: string;
  readonly gasUsed: string;
}

/** A node that doesn't answer once is asked again; a wallet's chain says null as long as there is none. */
const passOver = (): null => null;
