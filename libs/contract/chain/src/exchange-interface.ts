import { id, Interface, ZeroHash } from 'ethers';
import { ROLES, type ContractRole } from './codes';
import { exchangeAbi } from './generated/exchange-abi';
import { exchangeLensAbi } from './generated/exchange-lens-abi';
import { timelockAbi } from './generated/timelock-abi';

/** The contract's ABI as ethers' encoder and decoder. */
export const exchangeInterface = new Interface(exchangeAbi);

/** The same of its lens, which has the views ({@link lensAddress}). */
export const lensInterface = new Interface(exchangeLensAbi);

/** The same of OpenZeppelin's TimelockController, the contract's admin. */
export const timelockInterface = new Interface(timelockAbi);

/** The contract's identifier of a role: zero for the admin, else keccak256 of `<ROLE>_ROLE`. */
export function roleHash(role: ContractRole): string {
  return role === 'DEFAULT_ADMIN' ? ZeroHash : id(`${role}_ROLE`);
}

const rolesByHash = new Map(ROLES.map((role) => [roleHash(role), role]));

/** The role with this identifier, or undefined for one the exchange doesn't know. */
export function roleOf(hash: string): ContractRole | undefined {
  return rolesByHash.get(hash.toLowerCase());
}
