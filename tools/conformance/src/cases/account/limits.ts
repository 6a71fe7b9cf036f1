import type { ReadPacket, SeedConnection } from '@exchange/test/seed-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { inSection } from '../../case';
import { holds, is, matches } from '../../expectations';
import { fillWith, REFUSED_TENTHS, TENTHS } from '../../spending';

const limits = inSection('Limits');
const CONNECTIONS = 25;
const NEW_CONNECTIONS = 50;
const ADDRESS_POINTS = 500;
const WINDOW_MS = 10_200;

/** Hosts 127.0.0.x whose limits nobody raised, one for each case. */
const HOST = { connections: 2, points: 3, newConnections: 4 };

const isRefused = ({ event, message }: ReadPacket): boolean =>
  event === 'e' && String(message).startsWith('RATE_LIMITED: ');

const closeAll = (connections: readonly Pick<SeedConnection, 'close'>[]) => {
  for (const connection of connections) connection.close();
};

export const limitCases = [
  limits(
    'beyond 50 points in 10 s commands are refused with their rid; a message warns at 25',
    async (world) => {
      const connection = await world.connection();
      const answers = await fillWith(connection, { c: 'ping' }, TENTHS + 20);
      is(answers.filter(({ event }) => event === 'p').length, TENTHS, 'answered pings');
      is(answers.slice(TENTHS).every(isRefused), true, 'those beyond are refused');
      is(connection.packets.filter(({ event }) => event === 'm').length, 1, 'messages in one window');
      await sleep(WINDOW_MS);
      const later = await fillWith(connection, { c: 'ping' }, 10);
      is(later.filter(({ event }) => event === 'p').length, 10, 'answered when the window slid on');
      connection.close();
    },
  ),
  limits('an account has 50 points in 10 s over all its connections', async (world) => {
    const key = new Wallet(Wallet.createRandom().privateKey);
    const both = [await world.account(key), await world.account(key)];
    for (const one of both) await one.login();
    const asked = both.map(({ connection }) => fillWith(connection, { c: 'getFeeTier' }, 30));
    const answers = (await Promise.all(asked)).flat();
    is(answers.filter(({ event }) => event === 'ft').length, 50, 'answered, at 1 point each');
    is(answers.filter(isRefused).length, 10, 'refused');
    closeAll(both.map(({ connection }) => connection));
  }),
  limits('an address has 500 points in 10 s over its connections', async (world) => {
    const perConnection = TENTHS / REFUSED_TENTHS;
    const connections: SeedConnection[] = [];
    for (let spent = 0; spent <= ADDRESS_POINTS; spent += 50) {
      connections.push(await world.stranger(HOST.points));
    }
    const filled = connections.map((one) => fillWith(one, { c: 'cancelOrders' }, perConnection));
    const answers = (await Promise.all(filled)).flat();
    const applied = answers.filter((packet) => !isRefused(packet));
    is(applied.length * (REFUSED_TENTHS / 10), ADDRESS_POINTS, 'points of what was not refused');
    holds(
      applied.every(({ message }) => String(message).startsWith('NOT_AUTHENTICATED: ')),
      'the others were looked at',
    );
    closeAll(connections);
  }),
  limits('an address may open 50 connections in 10 s', async (world) => {
    for (let count = 0; count < NEW_CONNECTIONS; count += 1) {
      const connection = await world.stranger(HOST.newConnections);
      is(connection.packets[0]?.event, 'c', 'first packet');
      connection.close();
      await connection.untilClosed();
    }
    const next = await world.stranger(HOST.newConnections);
    matches(String(next.packets[0]?.message), /^TOO_MANY_CONNECTIONS: /, 'what one more is told');
    is((await next.untilClosed()).code, 1008, 'close code');
  }),
  limits('the connection limit per address is an error on connecting', async (world) => {
    const opened: SeedConnection[] = [];
    try {
      for (let count = 0; count < CONNECTIONS; count += 1) {
        opened.push(await world.stranger(HOST.connections));
      }
      is(
        opened.map(({ packets }) => packets[0]?.event),
        Array(CONNECTIONS).fill('c'),
        'first packets',
      );
      const next = await world.stranger(HOST.connections);
      is(
        next.packets.map(({ event }) => event),
        ['e'],
        'packets of one more',
      );
      is((await next.untilClosed()).code, 1008, 'close code');
    } finally {
      closeAll(opened);
    }
  }),
];
