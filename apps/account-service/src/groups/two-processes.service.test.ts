import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountQueries, operatorCommands, type ReplyOf } from '@exchange/contract/bus';
import { address, type Address } from '@exchange/core/kernel';
import { runService, type RunningService } from '@exchange/edge/service-host';
import { type BrokerRole, connectNats, type NatsBus, Requester, systemClock } from '@exchange/platform';
import {
  KeptLog,
  OperatorLog,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestNats,
  type TestPostgres,
} from '@exchange/test/kit';
import { AccountServiceModule } from '../account-service.module';
import { accountConfig } from '../config';

const GROUPS = 'main=0-31@first,group-1=32-63@second';
/** A group's holder and everybody's wait, beside eight workers that share two cores. */
const MOVE_MS_MAX = 3_000;
/** A process that has just started leaves the groups of others alone for ten seconds. */
const UNTIL_MS_MAX = 40_000;
const token = (symbol: string, number: number) => ({
  ...{ symbol, contract: address(`0x${number.toString(16).padStart(40, '0')}`), name: symbol, decimals: 18 },
  ...{ minOrderAmount: '1', minOrderRemaining: '0', supply: '1', description: 'A token.', links: {} },
});

describe('two processes that share the accounts', () => {
  let nats: TestNats;
  let postgres: TestPostgres;
  let gateway: NatsBus;
  let operator: NatsBus;
  const operatorLog = new OperatorLog();
  const running = new Map<string, RunningService>();

  const start = async (instance: string) => {
    const config = accountConfig({
      ...{ NATS_URL: nats.url, NATS_USER: 'account-service', NATS_PASSWORD: TEST_PASSWORD },
      ...{ DATABASE_URL: postgres.url, DATABASE_PASSWORD: TEST_PASSWORD, LOG_LEVEL: 'fatal' },
      ...{ EXCHANGE_NAME: 'Exchange', CHAIN_ID: '1', EXCHANGE_CONTRACT: `0x${'c0'.repeat(20)}` },
      ...{ GRANT_KEY: '07'.repeat(32), VAULT_KEY: '09'.repeat(32), SOLVENCY_KEY: '05'.repeat(32) },
      ...{ ACCOUNT_GROUPS: GROUPS, SERVICE_INSTANCE: instance },
    });
    running.set(
      instance,
      await runService({ name: 'account-service', module: AccountServiceModule.with(config), config }),
    );
  };
  const groups = async (): Promise<ReplyOf<typeof operatorCommands.groupsQuery>> => {
    const request = { living: true } as const;
    const reply = await new Requester(operator).ask(
      operatorCommands.groupsQuery,
      [0, 'operator-gateway'],
      request,
      2_000,
    );
    return reply.ok ? reply.value : { groups: [], processes: [] };
  };
  const holders = async () => (await groups()).groups.map(({ name, holder }) => `${name} ${holder}`);
  const until = async (holds: () => Promise<boolean>) => {
    const began = performance.now();
    while (!(await holds())) {
      if (performance.now() - began > UNTIL_MS_MAX)
        throw new Error(`not within ${UNTIL_MS_MAX} ms: ${(await holders()).join()}`);
      await systemClock.sleep(10);
    }
  };
  /** Asks the account's partition; how often nobody took it before somebody did, and how long that was. */
  const seqOf = async (account: Address, partition: number) => {
    const began = performance.now();
    for (let refused = 0; ; refused += 1) {
      const query = accountQueries.accountSeqsQuery;
      const reply = await new Requester(gateway).ask(
        query,
        [partition, gateway.sender],
        { accounts: [account] },
        2_000,
      );
      if (reply.ok) return { refused, waitedMs: performance.now() - began, seqs: reply.value.seqs };
      if (reply.notTaken !== true) throw new Error(`${reply.code}: ${reply.message}`);
      await systemClock.sleep(5);
    }
  };

  beforeAll(async () => {
    [postgres, nats] = await Promise.all([startPostgres({ services: ['account-service'] }), startNats()]);
    const log = new KeptLog();
    const connect = (user: BrokerRole) => connectNats({ url: nats.url, user, password: TEST_PASSWORD, log });
    [gateway, operator] = await Promise.all([connect('ws-gateway'), connect('operator-gateway')]);
    await start('first');
    await start('second');
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...running.values()].map((service) => service.stop()));
    await Promise.all([gateway.close(), operator.close()]);
    await nats.stop();
    await postgres.stop();
  });

  it('each serve their group, and share what is listed', async () => {
    await until(async () => (await holders()).join() === 'main first,group-1 second');
    const list = operatorCommands.listToken;
    const listed = operatorLog.ordered(list.request.read(token('DAI', 1)));
    expect(await new Requester(operator).ask(list, [0, 'operator-gateway'], listed, 2_000)).toMatchObject({
      ok: true,
    });
    const wrong = await new Requester(operator).ask(list, [40, 'operator-gateway'], listed, 2_000);
    expect(wrong).toMatchObject({ code: 'UNAVAILABLE' });
    const of = (last: string) => address(`0x${'0'.repeat(38)}${last}`);
    expect(await seqOf(of('01'), 1)).toMatchObject({ refused: 0, seqs: { length: 1 } });
    expect(await seqOf(of('28'), 40)).toMatchObject({ refused: 0, seqs: { length: 1 } });
  });

  it('hand a group over while it is asked without a pause, and no question is lost', async () => {
    const account = address(`0x${'0'.repeat(38)}28`);
    for (const to of ['first', 'second']) {
      let ends = false;
      const waits: number[] = [];
      const asking = Array.from({ length: 8 }, async () => {
        while (!ends) {
          waits.push((await seqOf(account, 40)).waitedMs);
          await systemClock.sleep(2);
        }
      });
      const move = operatorLog.ordered({ group: 'group-1', to });
      const moved = await new Requester(operator).ask(
        operatorCommands.moveGroup,
        [40, 'operator-gateway'],
        move,
        2_000,
      );
      expect(moved).toMatchObject({ ok: true });
      await until(async () => (await holders()).includes(`group-1 ${to}`));
      await seqOf(account, 40);
      ends = true;
      await Promise.all(asking);
      const longest = Math.round(Math.max(...waits));
      process.stdout.write(`a move to ${to}: nobody waited longer than ${longest} ms\n`);
      expect(longest).toBeLessThan(MOVE_MS_MAX);
    }
  });

  it('stand by for each other: one that stops leaves its group to the other', async () => {
    await running.get('second')?.stop();
    running.delete('second');
    await until(async () => (await holders()).includes('group-1 first'));
    expect((await groups()).processes).toEqual(['first']);
  });
});
