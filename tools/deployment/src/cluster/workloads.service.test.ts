import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { render } from '../kustomize/render';
import { Cluster } from './cluster';

/** Where the parts of the exchange stand on. */
const SERVERS = ['postgres', 'nats', 'chain'];
/** It has every kind of workload that the others have, and a second engine. */
const OVERLAY = 'k8s/overlays/dev-two-engines';

const cluster = new Cluster(render(OVERLAY));
const jobs = cluster.workloads.filter((name) => /^(exchange-init|markets)-/.test(name));
const apps = cluster.workloads.filter((name) => ![...SERVERS, ...jobs].includes(name));

beforeAll(() => cluster.open());
afterAll(() => cluster.close(), 30_000);

it.each(SERVERS)(
  '%s starts from its own command and environment',
  async (name) => {
    await cluster.run(name);
  },
  20_000,
);

it('every app becomes ready and every job ends well, from their own commands, started at once', async () => {
  expect(apps.length).toBeGreaterThanOrEqual(8);
  expect(jobs).toHaveLength(2);
  await Promise.all([...jobs, ...apps].map((name) => cluster.run(name)));
  expect(cluster.restarted).toEqual([]);
}, 120_000);

it('the database sorts by bytes', async () => {
  const client = new pg.Client({ connectionString: cluster.postgres?.adminUrl });
  await client.connect();
  const { rows } = await client.query(
    `SELECT datcollate, datlocprovider FROM pg_database WHERE datname = current_database()`,
  );
  await client.end();
  expect(rows).toEqual([{ datcollate: 'C', datlocprovider: 'b' }]);
});

it('every app stops in order when it is asked to', async () => {
  const ends = await cluster.terminate(apps);
  expect(ends).toEqual(Object.fromEntries(apps.map((name) => [name, 0])));
});
