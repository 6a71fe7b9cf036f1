import { equal } from 'node:assert/strict';
import type { LateServer } from './servers/late-server';
import { until } from './until';

/**
 * Expects of a service that was told to start while `server` can't be reached that it runs, says that it is `why` not ready,
 * and is ready as soon as it can be. `port`: of its health. Ends service and server.
 */
export async function expectReadyOnceReached(
  server: LateServer,
  service: Promise<{ stop(): Promise<void> }>,
  { port, why }: { readonly port: number; readonly why: string },
): Promise<void> {
  const health = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    return { status: response?.status, text: (await response?.text()) ?? '' };
  };
  try {
    await until(async () => (await health()).text.includes(why));
    equal((await health()).status, 503);
    await server.open();
    await until(async () => (await health()).status === 200);
  } finally {
    // Without it a service that waits for it wouldn't end; it may be open already.
    await server.open().catch(() => undefined);
    await (await service).stop();
    server.close();
  }
}
