import { type Address, address } from '@exchange/core/kernel';
import { Interface } from 'ethers';
import type { RawLog } from '../contract-event';

/** OpenZeppelin's access control, which exchange and timelock share. */
const accessInterface = new Interface([
  'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
  'event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
]);

/** Topics of the logs that say who has which role. */
export const ROLE_TOPICS: readonly string[] = ['RoleGranted', 'RoleRevoked'].map(
  (name) => accessInterface.getEvent(name)?.topicHash ?? '',
);

/** Who holds each role, by the role's identifier, after all of a contract's logs of grants and revocations in their order. */
export function roleHolders(logs: readonly RawLog[]): ReadonlyMap<string, ReadonlySet<Address>> {
  const holders = new Map<string, Set<Address>>();
  for (const { topics, data } of logs) {
    const log = accessInterface.parseLog({ topics: [...topics], data });
    if (log === null) continue;
    const role = String(log.args.getValue('role'));
    const account = address(String(log.args.getValue('account')));
    const of = holders.get(role) ?? new Set<Address>();
    holders.set(role, of);
    if (log.name === 'RoleGranted') of.add(account);
    else of.delete(account);
  }
  return holders;
}
