import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/desk';
import type { Door } from '../login/door';
import type { Lookups } from '../lookup/lookups';
import type { Sight } from '../sight/sight';
import { addAudit } from './audit';
import { addLookUps } from './look-ups';
import { addOrders } from './orders';
import { addOverview } from './overview';
import { addPeople } from './people';
import { addProposals } from './proposals';

/** Everything under `/api/v1`: what the command line works with. */
export async function addApi(
  server: FastifyInstance,
  {
    desk,
    doors,
    sight,
    lookups,
  }: {
    readonly desk: Desk;
    readonly doors: readonly Door[];
    readonly sight: Sight;
    readonly lookups: Lookups;
  },
): Promise<void> {
  addPeople(server, desk, doors);
  addOrders(server, desk);
  addProposals(server, desk);
  addAudit(server, desk);
  addLookUps(server, desk, lookups);
  addOverview(server, desk, sight);
}
