import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Clock } from '@exchange/platform';

/** How long requests that are there may still take. */
export const ANSWERS_MS_MAX = 3_000;
const LOOK_EVERY_MS = 20;

/** Takes no more connections, answers the requests that are there, and cuts off what takes longer than three seconds. */
export async function stopServing(server: NestFastifyApplication, clock: Clock): Promise<void> {
  const http = server.getHttpServer();
  let isOver = false;
  const over = server.close().finally(() => (isOver = true));
  for (let waited = 0; !isOver && waited < ANSWERS_MS_MAX; waited += LOOK_EVERY_MS) {
    // A client keeps its connection for the next request, which nobody will answer any more.
    http.closeIdleConnections();
    await clock.sleep(LOOK_EVERY_MS);
  }
  http.closeAllConnections();
  await over;
}
