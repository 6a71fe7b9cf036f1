import { operatorCommands } from '@exchange/contract/bus';
import { PARTITIONS } from '@exchange/core/kernel';

/** What account-service answers of its groups; `main` has all partitions but those that `others` have. */
export function groupsReply(others: Readonly<Record<string, readonly number[]>> = {}): Uint8Array {
  const elsewhere = Object.values(others).flat();
  const rest = Array.from({ length: PARTITIONS }, (_, at) => at).filter((at) => !elsewhere.includes(at));
  const groups = Object.entries({ main: rest, ...others }).map(([name, partitions]) => ({
    ...{ name, partitions, process: '', holder: name },
  }));
  return operatorCommands.groupsQuery.encodeReply({ ok: true, value: { groups, processes: [] } });
}
