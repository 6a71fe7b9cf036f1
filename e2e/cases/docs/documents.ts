import { beforeAll, describe, expect, it } from '@jest/globals';
import { Documented } from '../../kit/documented';
import type { RunningExchange } from '../../kit/running-exchange';
import { unpermitted } from '../../kit/permitted';
import { askRest, Conversation, type BarePacket, traffic } from '../../kit/traffic';
import { shapeDifference, writtenSections } from '../../kit/written';

/** They are the events of other ids, whose examples have those. */
const DISTINCT = new Set(['ut', 'ocs']);

async function servedDocuments({ endpoints }: RunningExchange): Promise<Documented> {
  const document = async (name: string): Promise<never> =>
    (await (await fetch(`${endpoints.rest}/${name}`)).json()) as never;
  return new Documented(await document('asyncapi.json'), await document('openapi.json'));
}

/** Last of all: everything that was said before is what the served documents say. */
export function documentCases(exchange: RunningExchange): void {
  describe('the served documents', () => {
    let documented: Documented;

    beforeAll(async () => {
      documented = await servedDocuments(exchange);
    });

    it('describe every packet of this run', () => {
      const packets = traffic.conversations.flatMap((conversation) => conversation.packets);
      expect(packets.length).toBeGreaterThan(20);
      const problems = packets.map((packet) => documented.packetProblem(packet));
      expect([...new Set(problems)].filter((problem) => problem !== undefined).slice(0, 10)).toEqual([]);
    });

    it('have nothing that a client which knows the seed alone and asks for nothing else would trip over', () => {
      const problems = traffic.conversations.flatMap((conversation) => unpermitted(conversation));
      expect(problems.slice(0, 10)).toEqual([]);
    });

    it('describe every answer of REST', async () => {
      const { rest } = exchange.endpoints;
      const now = Math.floor(Date.now() / 1000);
      const paths = [
        ...['listed', 'config', 'time', 'token-info/by-symbol/DAI', 'token-info/by-symbol/NONE'],
        ...['token-info/by-contract/0x0000000000000000000000000000000000000000', 'token-info/by-contract/0x'],
        ...['orderbook', 'orderbook?limit=100', 'orderbook?limit=7'].map((end) => `market/ETHDAI/${end}`),
        ...['trades', 'trades?limit=50', 'trades?limit=51', 'ticker'].map((end) => `market/ETHDAI/${end}`),
        ...[`bars?precision=1m&from=${now - 3600}&to=${now}`, 'bars'].map((end) => `market/ETHDAI/${end}`),
        ...['orderbook', 'trades', 'ticker'].map((end) => `market/NONE/${end}`),
      ];
      for (const path of paths) await askRest(rest, `/rest/v1/${path}`);
      const problems = traffic.answers.map((answer) => documented.answerProblem(answer));
      expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
    });
  });
}

/** After all commands and events came: the written examples are like them, and a difference would be found. */
export function exampleShapeCases(exchange: RunningExchange): void {
  describe('what is compared with the documents', () => {
    it('is like the events in docs/interface', () => {
      const came = traffic.conversations.flatMap(({ packets }) => packets);
      const written = writtenSections('events.md').flatMap(({ examples }) => examples as BarePacket[]);
      const off = written.filter(([, id, message]) => {
        const real = came.filter((packet) => packet[1] === id);
        return real.length > 0 && real.every((packet) => shapeDifference(message, packet[2]) !== undefined);
      });
      expect(off).toEqual([]);
      const shown = new Set(written.map(([, id]) => id));
      expect(came.filter(([, id]) => !shown.has(id) && !DISTINCT.has(id)).slice(0, 5)).toEqual([]);
    });

    it('trips over an added id that nobody asked for, and a null of no table', () => {
      const told = (query: string, packet: BarePacket, ...frames: string[]) => {
        const conversation = new Conversation(new URL(`ws://exchange.example/ws/v1${query}`));
        conversation.push(...frames.map((frame) => ({ frame })), { packet });
        return unpermitted(conversation);
      };
      const order = (stopRate: null | string, cid: null | number) => [
        1,
        cid,
        ...Array<string>(13).fill(''),
        stopRate,
      ];
      expect(told('', [0, 'un', 'alice', 1])).toEqual(['un was not asked for: [0,"un","alice",1]']);
      expect(told('', ['ethereum', 'cs', [1, 2]])).toHaveLength(1);
      expect(
        told('', ['ethereum', 'cs', [1, 2]], '[', '[{"c":"subscribe","events":["chainStats"]}]'),
      ).toEqual([]);
      expect(told('', ['ETHDAI', 'ut', []], '[{"c":"getUserTrades"}]')).toHaveLength(1);
      expect(told('?events=distinct', ['ETHDAI', 'ut', []])).toEqual([]);
      expect(told('', [0, 'o', order(null, 0)])).toEqual([]);
      expect(told('', [0, 'os', [order('1', 0), order(null, null)]])).toEqual([
        expect.stringMatching(/^null at 1\.1: /),
      ]);
      expect(told('', [0, 'm', null])).toEqual(['null at the message: [0,"m",null]']);
    });

    it('is not described with an unknown event, or a member more', async () => {
      const documented = await servedDocuments(exchange);
      const config = traffic.conversations[0]?.packets[0] as BarePacket;
      expect(documented.packetProblem(config)).toBeUndefined();
      const added = { ...(config[2] as object), surprise: 1 };
      expect(documented.packetProblem([0, 'c', added])).toContain('surprise');
      expect(documented.packetProblem([0, 'zz', {}])).toContain('undocumented event');
    });
  });
}
