import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openConnection } from '../../kit/connection';
import { greeting } from '../../kit/greeting';
import { CommandLineWay } from '../../kit/operator/command-line-way';
import { PageWay } from '../../kit/operator/page-way';
import type { Way } from '../../kit/operator/way';
import type { RunningExchange } from '../../kit/running-exchange';
import { until } from '../../kit/until';

const BACK_MS_MAX = 10_000;

/** Operators empty one of two ws-gateways, so that its machine can be worked on, and take it back; by both their ways. */
export function drainCases(
  exchange: RunningExchange,
  second: () => { readonly name: string; readonly ws: string },
): void {
  let page: PageWay;

  beforeAll(async () => {
    page = await PageWay.open(exchange.desk, ['nora', 'vera']);
  });
  afterAll(() => page?.close());

  async function drain(way: Way, on: boolean): Promise<void> {
    const step = { action: 'drain-gateway', content: { process: second().name, on: String(on) } };
    expect(await way.refusal('vera', step)).toContain('NOT_ALLOWED: drain-gateway needs the role admin');
    expect((await way.want('nora', step, 'its machine gets a new disk')).kind).toBe('ordered');
  }

  it.each([
    ['command line', () => new CommandLineWay(exchange), () => page],
    ['page', () => page, () => new CommandLineWay(exchange)],
  ] as const)(
    'an operator drains one by the %s: its clients are told to go elsewhere, and it takes none until that is undone',
    async (_, drains, undoes) => {
      const client = await openConnection(second().ws);
      await drain(drains(), true);
      expect((await client.untilClosed()).code).toBe(1012);
      expect(client.packets.map(({ event }) => event)).toContain('rc');
      const elsewhere = await openConnection(exchange.endpoints.ws);
      elsewhere.close();
      await expect(greeting(second().ws, '127.0.0.1')).rejects.toThrow();
      await drain(undoes(), false);
      await until('the gateway to take clients again', BACK_MS_MAX, async () => {
        const { socket, packet } = await greeting(second().ws, '127.0.0.1');
        socket.terminate();
        return packet[1] === 'c';
      });
    },
  );
}
