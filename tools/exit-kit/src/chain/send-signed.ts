import { address, type Address } from '@exchange/core/kernel';
import type { Wallet } from 'ethers';
import type { Rpc } from './rpc';
import type { AccountCall, Cost } from './try-call';

/** Signs a call with its account's key and gives it to the node; the hash of the transaction. */
export async function sendSigned(
  rpc: Rpc,
  wallet: Wallet,
  call: AccountCall,
  { gas, price }: Cost,
): Promise<string> {
  const ask = async (method: string, ...params: unknown[]) => Number(await rpc(method, params));
  const asked = await rpc('eth_maxPriorityFeePerGas', []).then(BigIntOf, () => 0n);
  // It is part of the price that was shown; a node that says more would have more paid than that.
  const tip = asked < price ? asked : price;
  const raw = await wallet.signTransaction({
    type: 2,
    chainId: await ask('eth_chainId'),
    nonce: await ask('eth_getTransactionCount', call.from, 'pending'),
    ...{ to: call.to, data: call.data, gasLimit: gas },
    // Twice the price of now is enough for the next blocks; what isn't needed isn't paid.
    ...{ maxFeePerGas: 2n * price + tip, maxPriorityFeePerGas: tip },
  });
  return String(await rpc('eth_sendRawTransaction', [raw]));
}

const BigIntOf = (answer: unknown): bigint => BigInt(String(answer));

/** The account of a key. */
export const accountOf = (wallet: Wallet): Address => address(wallet.address);
