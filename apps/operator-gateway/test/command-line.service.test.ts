import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runService, type RunningService } from '@exchange/edge/service-host';
import { base32Bytes, stepAt, totpCode } from '@exchange/platform';
import {
  freePort,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestNats,
  type TestPostgres,
  until,
} from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { config } from '../src/config';
import { OperatorGatewayModule } from '../src/operator-gateway.module';
import { PASSWORD, peopleFile, SECRET } from './people.fixture';
import { PlainBrowser, startProvider, type TestProvider } from './start-provider.fixture';

const root = path.resolve(import.meta.dirname, '../../..');

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly complaint: string;
}

/** `npm run operator` against a desk with both ways to sign in, from a machine that has nothing of the exchange. */
describe("the operators' command line", () => {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'operator-')), 'not-there-yet');
  let postgres: TestPostgres;
  let nats: TestNats;
  let provider: TestProvider;
  let service: RunningService;
  let url: string;

  beforeAll(async () => {
    for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockReturnValue();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    [postgres, nats, provider] = await Promise.all([
      startPostgres({ services: ['operator-gateway'] }),
      startNats(),
      startProvider(`${url}/login/oidc`, { ada: ['desk-leads'], bob: ['staff'] }),
    ]);
    const values = config.parse({
      ...{ NATS_URL: nats.url, NATS_PASSWORD: TEST_PASSWORD, LOG_LEVEL: 'fatal', CHAIN_ID: '31337' },
      ...{ DATABASE_URL: postgres.url, DATABASE_PASSWORD: TEST_PASSWORD, OPERATOR_PORT: String(port) },
      ...{ OPERATOR_PEOPLE_FILE: peopleFile({ vera: ['viewer'] }), OPERATOR_PAGE_URL: url },
      ...{ OPERATOR_OIDC_ISSUER: provider.issuer, OPERATOR_OIDC_CLIENT_ID: provider.clientId },
      ...{ OPERATOR_OIDC_CLIENT_SECRET: provider.clientSecret, OPERATOR_OIDC_ROLES_CLAIM: 'groups' },
      ...{ OPERATOR_OIDC_NAME_CLAIM: 'preferred_username', OPERATOR_OIDC_ROLES: 'desk-leads=admin' },
    });
    const module = OperatorGatewayModule.with(values);
    service = await runService({ name: 'operator-gateway', module, config: values });
    await until(async () => (await fetch(`${url}/api/v1/me`)).status === 401);
  }, 120_000);

  afterAll(async () => {
    await service?.stop();
    await provider?.stop();
    await Promise.all([postgres?.stop(), nats?.stop()]);
    rmSync(path.dirname(folder), { recursive: true });
  });

  /** `heard` is told of what it says to people while it runs. */
  function operator(
    args: readonly string[],
    more: NodeJS.ProcessEnv = {},
    heard: (complaint: string) => void = () => undefined,
  ): Promise<Ended> {
    const env = { ...process.env, NODE_OPTIONS: '', OPERATOR_URL: url, EXCHANGE_DATA_DIR: folder, ...more };
    const child = spawn(process.execPath, ['tools/run.mjs', 'operator', ...args], { cwd: root, env });
    let [output, complaint] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => heard((complaint += chunk.toString())));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, complaint })));
  }

  /** Logs in at a terminal, and confirms its code in a browser as that person. */
  function confirmedBy(person: string): Promise<Ended> {
    let visited = false;
    return operator(['login'], {}, (complaint) => {
      const [, address] = /^Open (\S+)\n/.exec(complaint) ?? [];
      if (address === undefined || visited) return;
      visited = true;
      void new PlainBrowser(person).visit(address);
    });
  }

  it('says what to do when nobody is signed in, and nothing else', async () => {
    expect(await operator(['me'])).toEqual({
      ...{ code: 1, output: '', complaint: 'nobody is signed in here: npm run operator -- login\n' },
    });
  });

  it('signs in whom the provider knows by a code for the browser, and then knows who acts', async () => {
    expect(await confirmedBy('ada')).toMatchObject({ code: 0, output: 'ada@desk is signed in\n' });
    expect(await operator(['me'])).toMatchObject({ code: 0, output: 'ada@desk: admin\n' });
  });

  it('lets nobody in for whom the provider has no role', async () => {
    expect(await confirmedBy('bob')).toMatchObject({
      ...{ code: 1, complaint: expect.stringContaining('LOGIN_REFUSED: bob@desk has no role here') },
    });
  });

  it('signs in by password and code on a development chain; of two people it asks who acts', async () => {
    const code = String(totpCode(base32Bytes(SECRET), stepAt(Date.now()))).padStart(6, '0');
    const login = ['login', 'vera', '--code', code];
    expect(await operator(login, { OPERATOR_PASSWORD: 'wrong' })).toMatchObject({
      ...{ code: 1, complaint: expect.stringContaining('LOGIN_REFUSED') },
    });
    expect(await operator(login, { OPERATOR_PASSWORD: PASSWORD })).toMatchObject({ code: 0 });
    expect(await operator(['me'])).toMatchObject({
      ...{ code: 1, complaint: 'say with --as who acts: ada@desk or vera\n' },
    });
    expect(await operator(['me', '--as', 'vera'])).toMatchObject({ output: 'vera: viewer\n' });
    expect(await operator(['logout', '--as', 'vera'])).toMatchObject({ code: 0 });
    expect(await operator(['me', '--as', 'vera'])).toMatchObject({
      ...{ code: 1, complaint: expect.stringContaining("vera isn't signed in here") },
    });
  });

  it('says of an action what the desk says of it, and of others that there are none', async () => {
    const help = await operator(['help', 'set-market-status']);
    expect(help.output).toContain('status    open or post_only or cancel_only or delisted');
    expect(help.output).toContain('role: market or risk (which you are not)');
    expect(await operator(['help', 'set-markt-status'])).toMatchObject({
      ...{ code: 1, complaint: expect.stringContaining('there are list-token') },
    });
  });

  it('says when no desk is there', async () => {
    const port = new URL(provider.issuer).port;
    expect(await operator(['me', '--url', `http://127.0.0.1:${port}`, '--as', 'ada@desk'])).toMatchObject({
      ...{ code: 1, complaint: expect.stringContaining("ada@desk isn't signed in here") },
    });
    expect(await operator(['login', '--url', 'http://desk.invalid'])).toMatchObject({
      ...{ code: 1, complaint: expect.stringContaining("http://desk.invalid can't be asked") },
    });
    expect(await operator(['login', '--url', `http://127.0.0.1:${port}`])).toMatchObject({ code: 1 });
  });
});
