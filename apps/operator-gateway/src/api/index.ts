import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/desk';
import type { Door } from '../login/door';
import { addAudit } from './audit';
import { addOrders } from './orders';
import { addPeople } from './people';
import { addProposals } from './proposals';

/** Everything under `/api/v1`: what the command line works with. */
export async function addApi(server: FastifyInstance, desk: Desk, doors: readonly Door[]): Promise<void> {
  addPeople(server, desk, doors);
  addOrders(server, desk);
  addProposals(server, desk);
  addAudit(server, desk);
}
