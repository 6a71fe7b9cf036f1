import type { ReadPacket } from '@exchange/test/seed-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { inSection } from '../../case';
import { holds, is } from '../../expectations';

const framing = inSection('Websocket framing');
const errors = inSection('Errors');
const QUIET_MS = 300;

const padded = (length: number): string => {
  const frame = '[{"c":"ping","rid":7}]';
  return frame.slice(0, 1) + ' '.repeat(length - frame.length) + frame.slice(1);
};

export const framingCases = [
  framing('config is sent when a connection is established, and nothing else', async (world) => {
    const connection = await world.connection();
    await sleep(QUIET_MS);
    is(
      connection.packets.map(({ channel, event }) => [channel, event]),
      [[0, 'c']],
      'packets',
    );
    const { contractAddress } = connection.packets[0]?.message as { contractAddress: string };
    is(contractAddress, world.config.contractAddress, 'contractAddress');
    connection.close();
  }),
  framing(
    'a packet carries the rid of the request that it results from, and none without one',
    async (world) => {
      const connection = await world.connection();
      connection.sendText('[{"c":"ping","rid":9007199254740991},{"c":"ping"}]');
      await connection.until('two pongs', () => connection.packets.length === 3);
      is(
        connection.packets.slice(1).map(({ event, message, rid }) => [event, message, rid ?? null]),
        [
          ['p', 'pong', 9_007_199_254_740_991],
          ['p', 'pong', null],
        ],
        'answers',
      );
      connection.close();
    },
  ),
  framing('five commands of one frame are applied in order', async (world) => {
    const connection = await world.connection();
    const rids = await connection.send(
      { c: 'ping' },
      { c: 'getListed' },
      { c: 'ping' },
      { c: 'getTicker', market: world.market.id },
      { c: 'ping' },
    );
    await connection.until('five answers', () => connection.packets.length === 6);
    is(
      connection.packets.slice(1).map(({ rid }) => rid),
      rids,
      'order of the answers',
    );
    connection.close();
  }),
  errors(
    'of a frame with more than 5 commands none is applied, and errors without a request id are sent',
    async (world) => {
      const connection = await world.connection();
      connection.sendText(JSON.stringify(Array.from({ length: 6 }, (_, rid) => ({ c: 'ping', rid }))));
      await connection.until('six errors', () => connection.packets.length === 7);
      await sleep(QUIET_MS);
      const answers = connection.packets.slice(1);
      holds(
        answers.length === 6 && answers.every(isErrorWithoutRid),
        'one error for each, without a request id',
      );
      connection.close();
    },
  ),
  errors('a frame of 5000 characters is taken, one of 5001 closes the connection at once', async (world) => {
    const connection = await world.connection();
    connection.sendText(padded(5000));
    await connection.until('an answer', () => connection.packets.some(({ rid }) => rid === 7));
    connection.sendText(padded(5001));
    is((await connection.untilClosed()).code, 1009, 'close code');
  }),
  errors('a bad request gets an error with its rid, and the connection stays open', async (world) => {
    const connection = await world.connection();
    for (const [command, rid] of [
      ['{"c":"noSuchCommand","rid":101}', 101],
      ['{"c":"subscribe","rid":102}', 102],
      ['{"c":"subscribe","markets":[],"events":["trades"],"rid":106}', 106],
      ['{"c":"unSubscribe","markets":["ETHDAI"],"events":[],"rid":107}', 107],
      ['{"c":"ping","rid":103,"extra":1}', 103],
      ['{"c":"getTicker","market":5,"rid":104}', 104],
      ['{"c":"getTicker","market":"NOSUCHMARKET","rid":105}', 105],
    ] as const) {
      connection.sendText(`[${command}]`);
      const found = await connection.find(`the error of ${command}`, 1, (packet) => packet.rid === rid);
      is([found.channel, found.event], [0, 'e'], `answer to ${command}`);
    }
    for (const frame of ['no json', '{}', '[1]', '[null]', '[{"c":5}]', '[[]]']) {
      const from = connection.packets.length;
      connection.sendText(frame);
      await connection.find(`the error of ${frame}`, from, isErrorWithoutRid);
    }
    is((await connection.call({ c: 'ping' }, 'p')).message, 'pong', 'ping');
    connection.close();
  }),
  errors('the other commands of a frame with a bad one are applied', async (world) => {
    const connection = await world.connection();
    connection.sendText('[{"c":"ping","rid":1},{"c":"nonsense","rid":2},{"c":"ping","rid":3}]');
    await connection.until('three answers', () => connection.packets.length === 4);
    is(
      connection.packets.slice(1).map(({ event, rid }) => [event, rid]),
      [
        ['p', 1],
        ['e', 2],
        ['p', 3],
      ],
      'answers',
    );
    connection.close();
  }),
  inSection('Websocket commands')(
    'getListed answers the websocket variant, with minimums of markets',
    async (world) => {
      const connection = await world.connection();
      const { message } = await connection.call({ c: 'getListed' }, 'l');
      is(Object.keys((message as { markets: object }).markets), Object.keys(world.listed.markets), 'markets');
      connection.close();
    },
  ),
];

const isErrorWithoutRid = ({ event, rid }: ReadPacket): boolean => event === 'e' && rid === undefined;
