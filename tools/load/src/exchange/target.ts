import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DeskPlace } from '../../../kit/operator/sign-in';
import type { Endpoints } from '../../../kit/running/endpoints';
import { LaunchedExchange, newPlace } from '../../../kit/running/launched-exchange';
import { portsFrom } from '../../../kit/running/ports';
import { runningExchange } from '../../../kit/running/running-exchange';

/** Of the repository; the bundle lies in dist/tools. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The exchange that a load goes to. */
export interface Target {
  readonly endpoints: Endpoints;
  /** Its data folder. */
  readonly folder: string;
  /** Its operators' desk. */
  readonly desk: DeskPlace;
  /** The process that started its others. */
  readonly launcher: number | undefined;
  /** Leaves it as it was; one that was started for this is removed. */
  end(): Promise<void>;
}

const deskOf = (folder: string, { operator, rest }: Endpoints): DeskPlace => ({
  url: operator ?? `http://127.0.0.1:${portsFrom(Number(new URL(rest).port)).operator}`,
  folder: path.resolve(folder),
});

const lockOwner = (folder: string): number | undefined =>
  (JSON.parse(readFileSync(path.join(folder, 'lock.json'), 'utf8')) as { pid?: number }).pid;

/** An exchange that runs, by its data folder. Throws, saying what would be right, when none does. */
export function runningTarget(folder: string, rest?: string, ws?: string): Target {
  const found = runningExchange(process.env, folder);
  return {
    endpoints: { ...found, rest: rest ?? found.rest, ws: ws ?? found.ws },
    folder: path.resolve(folder),
    desk: deskOf(folder, found),
    launcher: lockOwner(folder),
    end: () => Promise.resolve(),
  };
}

/** Starts an exchange in a folder and on ports of its own. `more`: settings of its processes. */
export async function ownTarget(more: NodeJS.ProcessEnv = {}): Promise<Target> {
  const exchange = new LaunchedExchange(await newPlace(root, 'exchange-load-'));
  try {
    await exchange.start(more);
  } catch (error) {
    await exchange.destroy();
    throw error;
  }
  const { endpoints, folder, launcherPid } = exchange;
  return {
    ...{ endpoints, folder },
    desk: deskOf(folder, endpoints),
    launcher: launcherPid,
    end: () => exchange.destroy(),
  };
}
