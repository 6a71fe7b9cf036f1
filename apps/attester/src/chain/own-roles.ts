import { type NamedExchange, newestState, requireOwnRole } from '@exchange/contract/chain';
import { type Address, DefectError } from '@exchange/core/kernel';

/** What the attester asks of nodes before it starts. */
export interface StartNodes {
  chainId(): Promise<number>;
  send(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** The accounts of its two keys. */
export interface OwnAccounts {
  readonly attester: Address;
  readonly cosigner: Address;
}

/**
 * What must hold before the attester signs anything. Rejects while no nodes answer, and with a DefectError when they are of
 * another chain, when the contract's code isn't that of this release with this name, or when one of its keys hasn't its role:
 * every signature of such a key would be refused by the contract.
 */
export async function requireOwnRoles(
  nodes: StartNodes,
  place: NamedExchange,
  { attester, cosigner }: OwnAccounts,
): Promise<void> {
  const found = await nodes.chainId();
  if (BigInt(found) !== place.chainId) {
    throw new DefectError(`the nodes are of chain ${found}, not ${place.chainId}`);
  }
  const ask = newestState(nodes);
  await requireOwnRole(ask, place, 'ATTESTER', attester);
  await requireOwnRole(ask, place, 'COSIGNER', cosigner);
}
