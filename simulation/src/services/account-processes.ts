import type { Turn } from '@exchange/platform';
import { AccountGroup } from '../../../apps/account-service/src/groups/account-group';
import { GroupHost } from '../../../apps/account-service/src/groups/group-host';
import { groupMap, type GroupTerms } from '../../../apps/account-service/src/groups/group-map';
import type { OwnPlace, ServedGroup } from '../../../apps/account-service/src/groups/group-runner';
import { accountTurn, builders, prompt, type SimServiceName, type SimSettings } from './build-services';
import type { BuiltService, ProcessPorts } from './service-process';

/** How accounts are shared: one process has all, or two processes have groups of them and hand them to each other. */
export type AccountLayout = 'one process' | 'groups';

/** Processes of account-service where there are groups, each with the group that is meant for it. */
export const ACCOUNT_PROCESSES = ['account-service', 'account-service-2'] as const;
export const GROUPS = groupMap(['a=0-31@account-service', 'b=32-63@account-service-2']);
const LEASE_MS = 2_000;

type Builder = (settings: SimSettings, ports: ProcessPorts) => BuiltService;

/** Every process of the exchange by its name, and how it is built. */
export function processesOf(layout: AccountLayout): Readonly<Partial<Record<SimServiceName, Builder>>> {
  if (layout === 'one process') return builders;
  const hosts = ACCOUNT_PROCESSES.map((name) => [name, accountHost(name)] as const);
  return { ...builders, ...Object.fromEntries(hosts) };
}

/** All accounts in groups. */
export const groupsOf = (layout: AccountLayout): readonly Pick<GroupTerms, 'name' | 'partitions'>[] =>
  layout === 'one process' ? [AccountGroup.WHOLE] : GROUPS;

/** A process that serves those groups of accounts whose leases it holds. */
const accountHost =
  (instance: string): Builder =>
  (settings, ports) => {
    const turns: Turn[] = [];
    const serve = async (own: OwnPlace): Promise<ServedGroup> => {
      const turn = accountTurn(settings, ports, { ...own, sessions: `sessions of ${own.group.name}` });
      return {
        // The simulation runs its turns: it is only opened.
        turn: {
          start: async () => {
            await turn.open();
            turns.push(turn);
          },
          stop: async () => {
            if (turns.includes(turn)) turns.splice(turns.indexOf(turn), 1);
            await turn.stop();
          },
          ready: true,
        },
        begin: async () => undefined,
        end: async () => undefined,
      };
    };
    const host = new GroupHost({ ...ports, groups: GROUPS, instance, leaseMs: LEASE_MS, serve });
    return {
      turns,
      open: () => host.start(),
      stop: () => host.stop(),
      beside: async () => {
        for (const turn of turns) prompt(turn, ports.clock);
      },
    };
  };
