import { type ProgramName, type ServiceName, SERVICES } from '@exchange/core/kernel';
import { EXTRA_FROM, type Part, type Ports } from '../../../kit/running/ports';
import type { Scale } from './scale';

/** Where the public reaches a gateway. */
const PUBLIC: Partial<Record<ServiceName, Part>> = {
  'operator-gateway': 'operator',
  'rest-gateway': 'rest',
  'ws-gateway': 'websocket',
};

/** A process that shows its health and metrics. */
export interface ShownProcess {
  readonly app: ProgramName;
  /** As the app, and `<app>-1` and so on for further ones; also the name of its log. */
  readonly name: string;
  /** Health and metrics. */
  readonly internalPort: number;
}

/** One process of an app. */
export interface AppProcess extends ShownProcess {
  readonly app: ServiceName;
  /** Of a gateway only. */
  readonly publicPort: number | undefined;
  /** Of several that share the accounts: which has which. */
  readonly accountGroups?: string;
}

/** All processes of a start: the first of each app on the ports that tools rely on, further ones from +20 on. */
export function processesOf(scale: Scale, ports: Ports): readonly AppProcess[] {
  let next = ports.rest + EXTRA_FROM;
  return SERVICES.flatMap((app) => {
    const publicPart = PUBLIC[app];
    const shared = app === 'account-service' ? groupsOf(scale[app], app) : {};
    const first: AppProcess = {
      app,
      name: app,
      internalPort: ports[app],
      publicPort: publicPart && ports[publicPart],
      ...shared,
    };
    const further = Array.from({ length: scale[app] - 1 }, (_, at): AppProcess => {
      const publicPort = publicPart && next++;
      return { app, name: `${app}-${at + 1}`, publicPort, internalPort: next++, ...shared };
    });
    return [first, ...further];
  });
}

/** The remote signer, of a start that has one. */
export const signerProcess = (ports: Ports): ShownProcess => ({
  app: 'signer',
  name: 'signer',
  internalPort: ports['signer-health'],
});

/** Where a process shows its health, metrics and alarms. */
export const internalUrl = ({ internalPort }: ShownProcess): string => `http://127.0.0.1:${internalPort}`;

/** The address at which a process says whether it is ready. */
export const healthOf = (process: ShownProcess): string => `${internalUrl(process)}/health/ready`;

const PARTITIONS = 64;

/** Every process has a group of as many partitions; one alone has what there is. The first goes on with what was one. */
function groupsOf(count: number, app: ServiceName): { readonly accountGroups?: string } {
  if (count === 1) return {};
  const first = (at: number) => Math.floor((at * PARTITIONS) / count);
  const groups = Array.from({ length: count }, (_, at) => {
    const [group, process] = at === 0 ? ['main', app] : [`group-${at}`, `${app}-${at}`];
    return `${group}=${first(at)}-${first(at + 1) - 1}@${process}`;
  });
  return { accountGroups: groups.join() };
}
