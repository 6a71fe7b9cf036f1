import { COMMAND_NAMES, tenthsOf } from '@exchange/test/seed-client';
import { inSection } from '../../case';
import { is, matches } from '../../expectations';
import { sampleOf } from '../../samples';
import { fillWith, REFUSED_TENTHS, spent, TENTHS } from '../../spending';
import type { World } from '../../world';

const limits = inSection('Limits');
const PING_TENTHS = 1;

/** What a frame costs on a connection of its own, in tenths of a point; it needn't succeed. */
async function costOf(world: World, frame: string, expected: number): Promise<number> {
  const connection = await world.connection();
  connection.sendText(frame);
  await connection.until(`an answer to ${frame}`, () => connection.packets.length > 1);
  const cost = await spent(connection, expected);
  connection.close();
  return cost;
}

const frameOf = (command: object): string => JSON.stringify([{ ...command, rid: 1 }]);

export const costCases = [
  limits('the dear command that measures others costs 2 points', async (world) => {
    const connection = await world.connection();
    const fitting = TENTHS / REFUSED_TENTHS;
    const answers = await fillWith(connection, { c: 'cancelOrders' }, fitting + 1);
    matches(String(answers.at(-2)?.message), /^NOT_AUTHENTICATED: /, 'the last one that fits');
    matches(String(answers.at(-1)?.message), /^RATE_LIMITED: /, 'one more');
    connection.close();
  }),
  ...COMMAND_NAMES.map((c) =>
    limits(`${c} costs ${tenthsOf(c) / 10}`, async (world) => {
      is(await costOf(world, frameOf(sampleOf(c)), tenthsOf(c)), tenthsOf(c), 'tenths of a point');
    }),
  ),
  limits('subscribe costs 2 for each started 10 pairs', async (world) => {
    const markets = Array.from({ length: 11 }, (_, index) => `NOSUCH${index}`);
    for (const [pairs, tenths] of [
      [10, 20],
      [11, 40],
    ] as const) {
      const command = { c: 'subscribe', markets: markets.slice(0, pairs), events: ['trades'] };
      is(await costOf(world, frameOf(command), tenths), tenths, `tenths for ${pairs} pairs`);
    }
  }),
  limits('a command with a bad field costs what it costs', async (world) => {
    const frame = frameOf({ c: 'getBarData', from: 'yesterday' });
    is(await costOf(world, frame, 10), 10, 'tenths of a point');
  }),
  limits('what names no command costs as much as the cheapest one', async (world) => {
    for (const frame of ['[{"c":"noSuchCommand"}]', '[{"c":5}]', '[7]', '[null]', '{}', 'no json']) {
      is(await costOf(world, frame, PING_TENTHS), PING_TENTHS, `tenths of ${frame}`);
    }
    const tooMany = JSON.stringify(Array.from({ length: 6 }, () => ({ c: 'ping' })));
    is(await costOf(world, tooMany, 6 * PING_TENTHS), 6 * PING_TENTHS, 'tenths of six commands in a frame');
  }),
];
