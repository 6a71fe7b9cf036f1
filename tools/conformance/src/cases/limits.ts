import { setTimeout as sleep } from 'node:timers/promises';
import { inSection } from '../case';
import { holds, is, matches } from '../expectations';
import { Connection, type Packet } from '../strict/connection';
import { COMMAND_TENTHS } from '../strict/seed-tables';
import type { World } from '../world';

const limits = inSection('Limits');
const TENTHS = 500;
const PER_FRAME = 5;
const CONNECTIONS = 25;

const frameOf = (pings: number, firstRid: number): string =>
  JSON.stringify(Array.from({ length: pings }, (_, index) => ({ c: 'ping', rid: firstRid + index })));

/** Sends pings until the budget must be gone, and counts how many were answered. */
async function pingsLeft(connection: Connection, pings: number): Promise<number> {
  const from = connection.packets.length;
  for (let sent = 0; sent < pings; sent += PER_FRAME) connection.raw(frameOf(PER_FRAME, 1_000 + sent));
  const answers = () => connection.packets.slice(from).filter(isAnswer);
  await connection.until('all answers', () => answers().length >= pings);
  for (const { event, message } of answers()) {
    if (event === 'e') matches(String(message), /^RATE_LIMITED: /, 'the refusal');
  }
  return answers().filter(({ event }) => event === 'p').length;
}

const isAnswer = ({ event, rid }: Packet): boolean => (event === 'p' || event === 'e') && (rid ?? 0) >= 1_000;

/** What a command costs, by how many pings the window has left after it; it needn't succeed. */
async function costOf(world: World, c: string, fields: object): Promise<number> {
  const connection = await world.connection();
  connection.raw(JSON.stringify([{ c, ...fields, rid: 1 }]));
  await connection.until(`an answer to ${c}`, () => connection.packets.some(({ rid }) => rid === 1));
  const left = await pingsLeft(connection, TENTHS + PER_FRAME);
  connection.close();
  return TENTHS - left;
}

// Refused for want of a login, which costs what the command costs. Logins cost as well when they fail.
const NO_ADDRESS = `0x${'56'.repeat(20)}`;
const SIGNATURE = `0x${'11'.repeat(64)}1b`;
const PAID: readonly [name: string, fields: object][] = [
  ['ping', {}],
  ['cancelOrder', { id: 1 }],
  ['editOrder', { id: 1, hidden: true }],
  ['getHistoricalOrders', {}],
  ['cancelOrders', {}],
  ['signWithdrawal', { token: NO_ADDRESS, amount: '1' }],
  ['getTicker', { market: 'NOSUCHMARKET' }],
  ['authenticateWithSession', { address: NO_ADDRESS, session: 'none' }],
  ['subscribe', { markets: ['NOSUCHMARKET'], events: ['trades'] }],
  ['withdrawalTransaction', { id: 1, txhash: `0x${'22'.repeat(32)}` }],
  ['updateUsername', { username: 'nobody', signature: SIGNATURE }],
];

export const limitCases = [
  limits('commands cost the points of the table, fractions included', async (world) => {
    for (const [c, fields] of PAID) is(await costOf(world, c, fields), COMMAND_TENTHS[c], `tenths of ${c}`);
  }),
  limits(
    'beyond 50 points in 10 s commands are refused with their rid; a message warns at 25',
    async (world) => {
      const connection = await world.connection();
      is(await pingsLeft(connection, TENTHS + 20), TENTHS, 'answered pings');
      is(connection.packets.filter(({ event }) => event === 'm').length, 1, 'messages in one window');
      const WINDOW_MS = 10_200;
      await sleep(WINDOW_MS);
      holds((await pingsLeft(connection, 10)) === 10, 'the window slides on');
      connection.close();
    },
  ),
  limits('the connection limit per address is an error on connecting', async (world) => {
    // Another loopback address than everybody's, since development setups raise the limit of that one.
    const host = new URL(world.options.ws).hostname;
    const local = host === '127.0.0.1' || host === 'localhost' ? '127.0.0.2' : undefined;
    const opened: Connection[] = [];
    try {
      for (let count = 0; count < CONNECTIONS; count += 1) {
        opened.push(await Connection.open(world.options.ws, world.journal, local));
      }
      is(
        opened.map(({ packets }) => packets[0]?.event),
        Array(CONNECTIONS).fill('c'),
        'first packets',
      );
      const next = await Connection.open(world.options.ws, world.journal, local);
      is(
        next.packets.map(({ event }) => event),
        ['e'],
        'packets of one more',
      );
      is((await next.untilClosed()).code, 1008, 'close code');
    } finally {
      for (const connection of opened) connection.close();
    }
  }),
];
