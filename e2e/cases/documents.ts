import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Packet } from '../kit/connection';
import { Documented } from '../kit/documented';
import type { RunningExchange } from '../kit/running-exchange';
import { askRest, traffic } from '../kit/traffic';

/** Last of all: everything that was said before is what the served documents say. */
export function documentCases(exchange: RunningExchange): void {
  describe('the served documents', () => {
    let documented: Documented;

    beforeAll(async () => {
      const { rest } = exchange.endpoints;
      const document = async (name: string): Promise<never> =>
        (await (await fetch(`${rest}/${name}`)).json()) as never;
      documented = new Documented(await document('asyncapi.json'), await document('openapi.json'));
    });

    it('describe every packet of this run', () => {
      expect(traffic.packets.length).toBeGreaterThan(20);
      const problems = traffic.packets.map((packet) => documented.packetProblem(packet));
      expect([...new Set(problems)].filter((problem) => problem !== undefined).slice(0, 10)).toEqual([]);
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

    it('would not describe an unknown event, or a member more', () => {
      const config = traffic.packets.find(([, event]) => event === 'c') as Packet;
      expect(documented.packetProblem(config)).toBeUndefined();
      const added = { ...(config[2] as object), surprise: 1 };
      expect(documented.packetProblem([0, 'c', added])).toContain('surprise');
      expect(documented.packetProblem([0, 'zz', {}])).toContain('undocumented event');
    });
  });
}
