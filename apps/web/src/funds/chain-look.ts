import { callData, type Wallet } from '@exchange/client';
import { ZERO_ADDRESS } from '@exchange/core/kernel';

/** keccak-256 of ExitRequested(address,address,uint40): account and token are indexed, the time is the data. */
export const EXIT_REQUESTED = '0x7821ea0d2cf8f0544f68d3942c6d0408a609d98c1fb25b1ff92007ea40979c9c';

interface SeenLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** The number of the newest block. Rejects with what the wallet says. */
export const newestBlock = async (wallet: Wallet): Promise<number> =>
  Number(await wallet.request({ method: 'eth_blockNumber' }));

const etherOf = async (wallet: Wallet, account: string): Promise<bigint> =>
  BigInt((await wallet.request({ method: 'eth_getBalance', params: [account, 'latest'] })) as string);

/**
 * When the exit that this transaction requested of this token takes effect, Unix seconds; undefined while it isn't in a
 * block, and when it requested none.
 */
export async function exitTime(
  wallet: Wallet,
  hash: string,
  contract: string,
  token: string,
): Promise<number | undefined> {
  const receipt = await wallet.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  const { logs = [] } = (receipt ?? {}) as { readonly logs?: readonly SeenLog[] };
  const found = logs.find(
    ({ address, topics }) =>
      address.toLowerCase() === contract &&
      topics[0] === EXIT_REQUESTED &&
      topics[2]?.toLowerCase().endsWith(token.slice(2)),
  );
  return found === undefined ? undefined : Number(found.data);
}

/** What an account has of a token outside the exchange, in smallest units; ether is the zero address. */
export async function inWallet(wallet: Wallet, account: string, token: string): Promise<bigint> {
  if (token === ZERO_ADDRESS) return etherOf(wallet, account);
  const call = { to: token, data: callData('balanceOf', [account]) };
  return BigInt((await wallet.request({ method: 'eth_call', params: [call, 'latest'] })) as string);
}
