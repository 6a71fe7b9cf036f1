import { ok } from '@exchange/core/kernel';
import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/desk';
import { send } from '../http/answer';
import { signedIn } from '../http/signed-in';
import { number, text } from './fields';

/** What waits for a second person. */
export function addProposals(server: FastifyInstance, desk: Desk): void {
  server.get(
    '/api/v1/proposals',
    signedIn(desk, async (_, __, reply) => send(reply, ok({ proposals: desk.proposals() }))),
  );

  server.get(
    '/api/v1/proposals/:seq',
    signedIn(desk, async (_, { params }, reply) => {
      const found = await desk.proposal(number(params, 'seq', 0));
      if (!found.ok) return send(reply, found);
      const { proposal, now } = found.value;
      return send(
        reply,
        ok({ proposal, now: now.ok ? now.value : { code: now.code, message: now.message } }),
      );
    }),
  );

  for (const verdict of ['approve', 'reject', 'withdraw'] as const) {
    server.post(
      `/api/v1/proposals/:seq/${verdict}`,
      signedIn(desk, async (person, { params, body }, reply) => {
        const judged = await desk.judge(verdict, person, number(params, 'seq', 0), text(body, 'reason'));
        return send(reply, judged.ok ? ok({ entries: judged.value }) : judged);
      }),
    );
  }
}
