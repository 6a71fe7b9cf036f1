import { ok } from '@exchange/core/kernel';
import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/desk';
import { send } from '../http/answer';
import { signedIn } from '../http/signed-in';
import { figuresOf, lastAlarms, marketsOf, solvencyOf } from '../sight/figures';
import type { Sight } from '../sight/sight';

/** What the first page shows. What nobody says is left out; a figure beyond what is measured is null. */
export function addOverview(server: FastifyInstance, desk: Desk, sight: Sight): void {
  server.get(
    '/api/v1/overview',
    signedIn(desk, async (_, __, reply) => {
      const seen = await sight.look();
      const overview = {
        proposals: desk.proposals().length,
        processes: seen.map(({ name, state, role, lacking }) => ({
          ...{ name, state, role, lacks: lacking.join(', ') },
        })),
        figures: figuresOf(seen),
        markets: marketsOf(seen),
        solvency: solvencyOf(seen),
        alarms: lastAlarms(seen),
      };
      return send(reply, ok(overview));
    }),
  );
}
