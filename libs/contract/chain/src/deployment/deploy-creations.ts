import { assert } from '@exchange/core/kernel';
import {
  isCallException,
  type Provider,
  type Signer,
  type TransactionReceipt,
  type TransactionResponse,
} from 'ethers';
import { CREATE2_FACTORY, type Creation } from './creations';

/** What a creation came to: the receipt of its transaction, or undefined if the contract was there already. */
export interface CreationOutcome {
  readonly creation: Creation;
  readonly receipt: TransactionReceipt | undefined;
}

/** Whether there is a contract at an address. */
export const isThere = async (provider: Provider, at: string): Promise<boolean> =>
  (await provider.getCode(at)) !== '0x';

/** Throws unless the chain has the factory through which everything is deployed. */
export async function requireFactory(provider: Provider): Promise<void> {
  if (await isThere(provider, CREATE2_FACTORY)) return;
  throw new Error(
    `This chain has no contract at ${CREATE2_FACTORY}, the factory through which everything is deployed. Its authors ` +
      'say how to put it there: https://github.com/Arachnid/deterministic-deployment-proxy',
  );
}

/**
 * Creates the contracts that aren't there yet: sends all in their order, and yields each when it is mined. It may be cut off
 * anywhere and called again: what is there was made exactly as wanted, since its address says so. `signer` must count its
 * own transactions.
 */
export async function* deployCreations(
  signer: Signer,
  creations: readonly Creation[],
): AsyncGenerator<CreationOutcome> {
  const { provider } = signer;
  assert(provider !== null, 'deploying needs a signer with a provider');
  await requireFactory(provider);
  const sent: [Creation, TransactionResponse | undefined][] = [];
  for (const creation of creations) {
    const { address, data } = creation;
    const isNeeded = !(await isThere(provider, address));
    sent.push([creation, isNeeded ? await signer.sendTransaction({ to: CREATE2_FACTORY, data }) : undefined]);
  }
  for (const [creation, transaction] of sent) {
    yield { creation, receipt: transaction && (await created(provider, creation, transaction)) };
  }
}

/** Undefined when another transaction came first, such as one that an earlier run had sent before it was cut off. */
async function created(
  provider: Provider,
  { contract, address }: Creation,
  transaction: TransactionResponse,
): Promise<TransactionReceipt | undefined> {
  let receipt: TransactionReceipt | null = null;
  try {
    receipt = await transaction.wait();
  } catch (error) {
    // The factory refuses to create what is there.
    if (!isCallException(error) || !(await isThere(provider, address))) throw error;
  }
  if (!(await isThere(provider, address))) throw new Error(`${contract} was not created at ${address}`);
  return receipt ?? undefined;
}
