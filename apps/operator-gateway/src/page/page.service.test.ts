import { createServer, type Server } from 'node:http';
import { encodeJson, operatorCommands, operatorQueries } from '@exchange/contract/bus';
import { address, amount, marketId } from '@exchange/core/kernel';
import type { OperatorOrder } from '@exchange/core/message';
import { runService, type RunningService } from '@exchange/edge/service-host';
import { base32Bytes, connectNats, type NatsBus, stepAt, totpCode } from '@exchange/platform';
import {
  freePort,
  KeptLog,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestNats,
  type TestPostgres,
  until,
} from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeFindings, openBrowser } from '@exchange/test/browser';
import { groupsReply } from '../../test/account-groups.fixture';
import { PASSWORD, peopleFile, SECRET } from '../../test/people.fixture';
import { config } from '../config';
import { OperatorGatewayModule } from '../operator-gateway.module';

const PHONE = { width: 360, height: 740 };
const ALARM = '<b>not bold</b>';

describe("the desk's page in a browser", () => {
  let postgres: TestPostgres;
  let nats: TestNats;
  let ledger: NatsBus;
  let service: RunningService;
  let browser: Browser;
  let watched: Server;
  let base: string;
  let nora: Page;
  let otto: Page;
  const ordered: OperatorOrder[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    [postgres, nats] = await Promise.all([startPostgres({ services: ['operator-gateway'] }), startNats()]);
    ledger = await connectNats({
      ...{ url: nats.url, user: 'account-service', password: TEST_PASSWORD, log: new KeptLog() },
    });
    await ledger.serve('account.v1.cmd.*.*.*', ({ data, respond }) => {
      const { order } = JSON.parse(Buffer.from(data).toString()) as { order?: OperatorOrder };
      if (order !== undefined) ordered.push(order);
      const effects = [{ what: 'status', of: 'ETHDAI', before: 'open', after: 'post_only' }];
      respond(operatorCommands.setMarketStatus.encodeReply({ ok: true, value: { effects } }));
    });
    await ledger.serve('account.v1.query.*.*.*', ({ subject, respond }) => {
      if (subject.endsWith('.groups')) return respond(groupsReply());
      if (subject.endsWith('.messages')) return respond(messages());
      if (subject.endsWith('.listed')) return respond(listed());
      if (subject.endsWith('.any-order'))
        return respond(encodeJson({ ok: false, code: 'UNKNOWN_ORDER', message: 'there is no order 7' }));
      respond(
        operatorCommands.operatorHeadsQuery.encodeReply({ ok: true, value: { heads: [], more: false } }),
      );
    });
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const watchedPort = await startWatched();
    const values = config.parse({
      ...{ NATS_URL: nats.url, NATS_PASSWORD: TEST_PASSWORD, LOG_LEVEL: 'fatal', CHAIN_ID: '31337' },
      ...{ DATABASE_URL: postgres.url, DATABASE_PASSWORD: TEST_PASSWORD, OPERATOR_PORT: String(port) },
      OPERATOR_WATCHED: `ws-gateway=http://127.0.0.1:${watchedPort},gone=http://127.0.0.1:${await freePort()}`,
      OPERATOR_PEOPLE_FILE: peopleFile({ nora: ['market', 'risk'], otto: ['market'], vera: ['viewer'] }),
    });
    const module = OperatorGatewayModule.with(values);
    service = await runService({ name: 'operator-gateway', module, config: values });
    browser = await openBrowser();
    await until(async () => (await fetch(`${base}/login`)).status === 200);
    await until(async () => (await fetch(base, { redirect: 'manual' })).status === 303);
    [nora, otto] = [await signedIn('nora'), await signedIn('otto')];
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    watched?.close();
    await ledger?.close();
    await Promise.all([postgres?.stop(), nats?.stop()]);
  });

  const messages = () => {
    const told = {
      at: 1_700_000_000_000,
      account: address(`0x${'a1'.repeat(20)}`),
      number: 1,
      text: '<i>hello</i>',
    };
    return operatorQueries.messagesQuery.encodeReply({ ok: true, value: { messages: [told], more: false } });
  };

  const listed = () => {
    const minimums = { minOrderAmountQuote: amount(10n), minOrderRemainingQuote: amount(1n) };
    const market = {
      market: marketId('ETHDAI'),
      index: 0,
      status: 'open',
      traded: 'ETH',
      quote: 'DAI',
    } as const;
    const current = { version: 1, rows: [], announcedAt: 0, startsAt: 0 };
    return operatorQueries.listedQuery.encodeReply({
      ...{
        ok: true,
        value: { listing: { tokens: [], markets: [{ ...market, ...minimums }] }, fees: { current } },
      },
    });
  };

  /** A process that says of itself what a real one would. */
  async function startWatched(): Promise<number> {
    let commands = 0;
    watched = createServer(({ url }, response) => {
      commands += 10;
      const said: Readonly<Record<string, string>> = {
        '/health/ready': JSON.stringify({ status: 'ready', role: 'active' }),
        '/alarms': JSON.stringify({
          alarms: [{ at: 1_700_000_000_000, code: 'gas_low', severity: 'page', message: ALARM }],
        }),
        '/metrics': `ws_commands_total{command="placeOrder",outcome="ok"} ${commands}\nmarket_open_orders{market="ETHDAI"} 37\nsolvency_difference 0\n`,
      };
      response.end(said[url ?? ''] ?? '');
    });
    const port = await freePort();
    await new Promise<void>((resolve) => watched.listen(port, '127.0.0.1', resolve));
    return port;
  }

  async function signedIn(person: string, viewport = { width: 1280, height: 900 }): Promise<Page> {
    const page = await (await browser.newContext({ viewport })).newPage();
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(base);
    expect(page.url()).toBe(`${base}/login`);
    await page.getByLabel('Name').fill(person);
    await page.getByLabel('Password').fill(PASSWORD);
    const code = totpCode(base32Bytes(SECRET), stepAt(Date.now()));
    await page.getByLabel('Code').fill(String(code).padStart(6, '0'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    return page;
  }

  async function tryStatus(page: Page, status: string): Promise<void> {
    await page.goto(`${base}/actions/set-market-status`);
    await page.getByLabel('market').fill('ETHDAI');
    await page.getByLabel('status').selectOption(status);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('Nothing has changed yet').waitFor();
  }

  const lastEntries = async (page: Page) => {
    await page.goto(`${base}/audit`);
    return page.getByRole('main').innerText();
  };

  it('shows how the exchange is, renewed while one looks, and nothing of it as code', async () => {
    const main = nora.getByRole('main');
    await main.getByText('1 of 2 processes are not ready').waitFor();
    await main.getByText('Chain, contract and ledger agree').waitFor();
    await main.getByRole('cell', { name: '37' }).waitFor();
    await main.getByText(ALARM).waitFor();
    // A rate needs two readings.
    await main
      .getByText(/^[\d.,]+ \/ s$/)
      .first()
      .waitFor();
  });

  it('lets one person close a market at once, after a dry run and with a reason', async () => {
    await tryStatus(nora, 'cancel_only');
    await nora.getByText('You can do this at once').waitFor();
    await nora.getByRole('cell', { name: 'post_only' }).waitFor();
    expect(ordered).toEqual([]);
    await nora.getByRole('button', { name: 'Do set-market-status' }).click();
    // The browser itself asks for the reason.
    expect(ordered).toEqual([]);
    await nora.getByLabel('Reason').fill('the book is crossed <script>');
    await nora.getByRole('button', { name: 'Do set-market-status' }).click();
    await nora.getByRole('status').getByText('Done').waitFor();
    expect(ordered).toHaveLength(1);
    expect(await lastEntries(nora)).toContain('the book is crossed <script>');
  });

  it('fills the form of an edit in with what holds now', async () => {
    await nora.goto(`${base}/actions/edit-market`);
    const of = nora.locator('form[method=get]');
    await of.getByLabel('market').fill('ETHDAI');
    await of.getByRole('button', { name: 'Fill in' }).click();
    const edit = nora.locator('form[method=post][action="/actions/edit-market"]');
    expect(await edit.getByLabel('market').inputValue()).toBe('ETHDAI');
    expect(await edit.getByLabel('minOrderAmountQuote').inputValue()).toBe('10');
    await of.getByLabel('market').fill('NODAI');
    await of.getByRole('button', { name: 'Fill in' }).click();
    await nora.getByText('NODAI is not listed').waitFor();
  });

  it('waits for a second person where two are needed', async () => {
    await tryStatus(nora, 'open');
    await nora.getByText('Somebody else must approve this').waitFor();
    await nora.getByLabel('Reason').fill('the book is well again');
    await nora.getByRole('button', { name: 'Propose set-market-status' }).click();
    await nora.getByRole('heading', { name: /^Proposal/ }).waitFor();
    expect(await nora.getByRole('button', { name: 'approve' }).count()).toBe(0);
    expect(ordered).toHaveLength(1);
    await otto.goto(base);
    await otto.getByRole('link', { name: /wait for a second person/ }).click();
    await otto.getByRole('link', { name: /set-market-status/ }).click();
    await otto.getByLabel('Reason').fill('seen, too');
    await otto.getByRole('button', { name: 'approve' }).click();
    await otto.getByRole('status').getByText('Done').waitFor();
    expect(ordered).toHaveLength(2);
    const log = await lastEntries(otto);
    for (const said of ['proposed set-market-status', 'approved proposal', 'seen, too'])
      expect(log).toContain(said);
  });

  it('looks up what the owners know, and says what they refuse', async () => {
    await nora.goto(`${base}/look`);
    await nora.getByRole('button', { name: 'Look up messages' }).click();
    await nora.getByRole('cell', { name: '<i>hello</i>' }).waitFor();
    await nora.goto(`${base}/look/order?id=7`);
    await nora.getByRole('alert').getByText('there is no order 7').waitFor();
    await nora.goto(`${base}/look/account?account=0x12`);
    await nora.getByRole('alert').getByText('account:').waitFor();
    await nora.goto(`${base}/look/secrets`);
    await nora.getByRole('alert').getByText("secrets can't be looked up").waitFor();
  });

  it('says what is wrong with a form, and keeps what was typed', async () => {
    await nora.goto(`${base}/actions/edit-market`);
    await nora.getByLabel('market', { exact: true }).fill('ETHDAI');
    await nora.getByLabel('minOrderAmountQuote').fill('much');
    await nora.getByRole('button', { name: 'Try it' }).click();
    await nora.getByRole('alert').getByText('minOrderAmountQuote').waitFor();
    expect(await nora.getByLabel('market').inputValue()).toBe('ETHDAI');
  });

  it('refuses whoever has no role for it', async () => {
    const vera = await signedIn('vera', PHONE);
    await vera.goto(`${base}/actions`);
    expect(await vera.getByRole('link', { name: 'set-market-status' }).count()).toBe(0);
    await vera.goto(`${base}/actions/set-market-status`);
    await vera.getByLabel('market').fill('ETHDAI');
    await vera.getByLabel('status').selectOption('cancel_only');
    await vera.getByRole('button', { name: 'Try it' }).click();
    await vera.getByRole('alert').getByText('NOT_ALLOWED').waitFor();
    expect(ordered).toHaveLength(2);
    await vera.getByRole('button', { name: 'Sign out' }).click();
    await vera.getByRole('heading', { name: 'Sign in' }).waitFor();
    await vera.goto(`${base}/audit`);
    expect(vera.url()).toBe(`${base}/login`);
  });

  it('takes no form but its own, in no frame, and lets no script see the session', async () => {
    const [cookie] = await nora.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const forged = (headers: object, body: string) =>
      fetch(`${base}/logout`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          ...{
            cookie: `${cookie?.name}=${cookie?.value}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          ...headers,
        },
        body,
      });
    const csrf = await nora.locator('input[name=csrf]').first().inputValue();
    expect(await forged({ origin: base }, '')).toMatchObject({ status: 403 });
    expect(await forged({ origin: base }, `csrf=${csrf}x`)).toMatchObject({ status: 403 });
    expect(await forged({ origin: 'https://elsewhere.example' }, `csrf=${csrf}`)).toMatchObject({
      status: 403,
    });
    expect(await forged({}, `csrf=${csrf}`)).toMatchObject({ status: 403 });
    const { headers } = await fetch(`${base}/login`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await nora.evaluate('document.cookie')).toBe('');
  });

  it('checks the whole log, and says whose word it could not be held against', async () => {
    await nora.goto(`${base}/audit`);
    await nora.getByRole('link', { name: 'Check the whole log' }).click();
    const [said, lacking] = [nora.getByRole('status'), nora.getByRole('alert')];
    await said.filter({ hasText: /All \d+ entries are as they were written/ }).waitFor();
    await lacking.filter({ hasText: 'Not compared: matching-engine' }).waitFor();
  });

  it('can be read by everybody, also on a phone', async () => {
    const places = [
      '/',
      '/actions',
      '/actions/list-token',
      '/proposals',
      '/audit',
      '/audit/verify',
      '/look',
      '/look/messages',
    ];
    const findings: string[] = [];
    for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
      await nora.setViewportSize(viewport);
      for (const place of places) {
        await nora.goto(base + place);
        findings.push(...(await axeFindings(nora, place)));
        const wide = await nora.evaluate('document.documentElement.scrollWidth - innerWidth');
        if (Number(wide) > 0) findings.push(`${place} is wider than the screen`);
      }
    }
    expect(findings).toEqual([]);
    // What the policy forbids, and what a script throws, is told here; what was refused above is not.
    expect(complaints.filter((told) => !/status of 40[0-9]/.test(told))).toEqual([]);
  });
});
