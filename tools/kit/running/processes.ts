import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A process of a running exchange: `ws-gateway`, `ws-gateway-1`, `chain`, `nats`, `postgres`. */
export interface NamedProcess {
  readonly name: string;
  readonly pid: number;
}

/** The processes that the launcher of a data folder has started and that run now. */
export function startedProcesses(folder: string): readonly NamedProcess[] {
  const file = path.join(folder, 'processes.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as NamedProcess[]) : [];
}
