import { EXTRA_FROM, type Part, type Ports } from '../../../kit/running/ports';
import { type App, APPS } from './apps';
import type { Scale } from './scale';

/** Where the public reaches a gateway. */
const PUBLIC: Partial<Record<App, Part>> = { 'rest-gateway': 'rest', 'ws-gateway': 'websocket' };

/** One process of an app. */
export interface AppProcess {
  readonly app: App;
  /** As the app, and `<app>-1` and so on for further ones; also the name of its log. */
  readonly name: string;
  /** Health and metrics. */
  readonly internalPort: number;
  /** Of a gateway only. */
  readonly publicPort: number | undefined;
}

/** All processes of a start: the first of each app on the ports that tools rely on, further ones from +20 on. */
export function processesOf(scale: Scale, ports: Ports): readonly AppProcess[] {
  let next = ports.rest + EXTRA_FROM;
  return APPS.flatMap((app) => {
    const publicPart = PUBLIC[app];
    const first: AppProcess = {
      app,
      name: app,
      internalPort: ports[app],
      publicPort: publicPart && ports[publicPart],
    };
    const further = Array.from({ length: scale[app] - 1 }, (_, at): AppProcess => {
      const publicPort = publicPart && next++;
      return { app, name: `${app}-${at + 1}`, publicPort, internalPort: next++ };
    });
    return [first, ...further];
  });
}

/** The address at which a process says whether it is ready. */
export const healthOf = ({ internalPort }: AppProcess): string =>
  `http://127.0.0.1:${internalPort}/health/ready`;
