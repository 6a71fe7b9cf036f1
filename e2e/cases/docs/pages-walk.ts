import type { SeedConnection, SeedCommand } from '@exchange/test/seed-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Chain, ChainWallet } from '../../kit/chain';
import { ExampleAccount } from '../../kit/example-account';
import type { RunningExchange } from '../../kit/running-exchange';
import { askRest } from '../../kit/traffic';
import { shapeDifference, writtenEventId, writtenSections } from '../../kit/written';
import { openConnection } from '../../kit/connection';

const commands = writtenSections('commands.md').flatMap(({ heading, text, examples }) =>
  examples.flatMap((frame) =>
    (frame as SeedCommand[]).map(
      (command) => [heading, command, /Answered by (\w+)/.exec(text)?.[1] ?? ''] as const,
    ),
  ),
);
const answers = writtenSections('endpoints.md').flatMap(({ heading, examples }) =>
  examples.map((example) => [heading.replace('GET ', ''), example] as const),
);

/** They change who a connection is. */
const LOGINS = new Set(['authenticate', 'authenticateDelegate', 'authenticateWithSession', 'logoff']);

/** Every example of docs/interface is sent or asked for as it stands there, with real ids and signatures. */
export function pagesWalk(exchange: RunningExchange): void {
  describe('the pages of docs/interface', () => {
    let chain: Chain;
    let account: ExampleAccount;
    let login: SeedConnection;

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      const wallet = (index: number) =>
        new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');
      account = await ExampleAccount.create(chain, wallet(20), wallet(21));
      login = await openConnection(exchange.endpoints.ws);
    }, 60_000);

    afterAll(() => {
      account.close();
      login.close();
      chain.close();
    });

    it('show a command in each section of commands.md', () => {
      expect(commands.map(([heading]) => heading)).toEqual(
        writtenSections('commands.md').map(({ heading }) => heading),
      );
    });

    it.each(commands)('%s is answered by what its page names first', async (name, written, answer) => {
      if (name === 'cancelOrders' || name === 'signOrderCancellation') await account.rest();
      const command = await account.real(written);
      const connection = LOGINS.has(name) ? login : account.trader.connection;
      const { event, message } = await connection.ask(command);
      expect([event, event === 'e' ? message : '']).toEqual([writtenEventId(answer), '']);
      account.learn(command, message);
    });

    it.each(answers)('GET %s has the shape of its example', async (route, written) => {
      const now = Math.floor(Date.now() / 1000);
      const path = route
        .replace('{symbol}', 'DAI')
        .replace('{contract}', chain.token('DAI'))
        .replace('{market}', 'ETHDAI')
        .replace(/\/bars$/, `/bars?precision=1m&from=${now - 3600}&to=${now}`);
      const { status, body } = await askRest(exchange.endpoints.rest, `/rest/v1${path}`);
      expect([status, shapeDifference(written, body)]).toEqual([200, undefined]);
    });
  });
}
