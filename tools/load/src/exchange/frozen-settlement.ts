import { startedProcesses } from '../../../kit/running/processes';
import { until } from '../../../kit/until';
import type { LoadClient } from '../../../kit/clients/crowd';

const SERVICE = /^settlement-service(-\d+)?$/;
const SETTLED_MS_MAX = 15 * 60_000;

/** Stops every settlement-service where it stands, as a machine does that is out of reach; returns what lets them go on. */
export function freezeSettlement(folder: string): () => void {
  const frozen = startedProcesses(folder).filter(({ name }) => SERVICE.test(name));
  if (frozen.length === 0) throw new Error('No settlement-service runs that could be stopped.');
  for (const { pid } of frozen) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const { pid } of frozen) process.kill(pid, 'SIGCONT');
  };
}

/** Whether the newest trade of an account is final on the chain; an account's trades become final in their order. */
async function isSettled({ connection }: LoadClient): Promise<boolean> {
  const page = await connection.ask({ c: 'getUserTrades', limit: 1 } as { c: string }, 'uts');
  const [newest] = (page as { trades: readonly (readonly unknown[])[] }).trades;
  if (newest === undefined) return true;
  const trace = await connection.ask({ c: 'getTrace', tradeId: newest[0] } as { c: string }, 'tr');
  return (trace as { trades: readonly { state: string }[] }).trades[0]?.state === 'final';
}

/** Waits until all trades of the accounts are final. @returns how long that took, ms */
export async function allSettled(clients: readonly LoadClient[]): Promise<number> {
  const began = performance.now();
  const ask = async () => {
    for (const client of clients) if (!(await isSettled(client))) return undefined;
    return true;
  };
  const failure = () => `trades weren't settled within ${SETTLED_MS_MAX / 60_000} minutes`;
  await until(ask, { everyMs: 1_000, timeoutMs: SETTLED_MS_MAX, failure });
  return performance.now() - began;
}
