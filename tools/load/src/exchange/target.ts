import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Endpoints } from '../../../kit/running/endpoints';
import { LaunchedExchange, newPlace } from '../../../kit/running/launched-exchange';
import { portsFrom } from '../../../kit/running/ports';
import { runningExchange, secretOf } from '../../../kit/running/running-exchange';

/** Of the repository; the bundle lies in dist/tools. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The exchange that a load goes to. */
export interface Target {
  readonly endpoints: Endpoints;
  /** Its data folder. */
  readonly folder: string;
  /** Its broker, as the operator comes to it. */
  readonly operator: { readonly natsUrl: string; readonly password: string };
  /** The process that started its others. */
  readonly launcher: number | undefined;
  /** Leaves it as it was; one that was started for this is removed. */
  end(): Promise<void>;
}

function operatorOf(folder: string, rest: string): Target['operator'] {
  const { nats } = portsFrom(Number(new URL(rest).port));
  return {
    natsUrl: process.env['NATS_URL'] ?? `nats://127.0.0.1:${nats}`,
    password: secretOf(process.env, folder, 'nats operator-gateway') ?? '',
  };
}

const lockOwner = (folder: string): number | undefined =>
  (JSON.parse(readFileSync(path.join(folder, 'lock.json'), 'utf8')) as { pid?: number }).pid;

/** An exchange that runs, by its data folder. Throws, saying what would be right, when none does. */
export function runningTarget(folder: string, rest?: string, ws?: string): Target {
  const found = runningExchange(process.env, folder);
  return {
    endpoints: { ...found, rest: rest ?? found.rest, ws: ws ?? found.ws },
    folder: path.resolve(folder),
    operator: operatorOf(folder, found.rest),
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
    operator: operatorOf(folder, endpoints.rest),
    launcher: launcherPid,
    end: () => exchange.destroy(),
  };
}
