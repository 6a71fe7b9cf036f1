import { base32Bytes, stepAt, totpCode } from '@exchange/platform';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '@exchange/test/browser';
import type { AskedStep } from '../../../tools/kit/operator/desk-client';
import type { Credentials } from '../../../tools/kit/operator/people';
import { credentialsIn, type DeskPlace } from '../../../tools/kit/operator/sign-in';
import { until } from '../until';
import type { WantedChange, Way } from './way';

/** Codes change that often; each works once. */
const CODE_MS_MAX = 70_000;
const PAGE_MS_MAX = 20_000;

/** The desk's page in a browser, with a session of each person. */
export class PageWay implements Way {
  readonly name = 'page';
  readonly #pages = new Map<string, Page>();
  /** A page does one thing at a time. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly place: DeskPlace,
    private readonly browser: Browser,
  ) {}

  static async open(place: DeskPlace, people: readonly string[]): Promise<PageWay> {
    const browser = await openBrowser();
    const way = new PageWay(place, browser);
    const known = credentialsIn(place.folder);
    await Promise.all(known.filter(({ name }) => people.includes(name)).map((one) => way.#signIn(one)));
    return way;
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  async #signIn({ name, password, totpSecret }: Credentials): Promise<void> {
    const page = await (await this.browser.newContext()).newPage();
    page.setDefaultTimeout(PAGE_MS_MAX);
    this.#pages.set(name, page);
    let tried = stepAt(Date.now()) - 1;
    await until(`${name} to be signed in`, CODE_MS_MAX, async () => {
      // A code counts half a minute before its time already.
      if (tried > stepAt(Date.now())) return false;
      tried += 1;
      await page.goto(`${this.place.url}/login`);
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Password').fill(password);
      const code = totpCode(base32Bytes(totpSecret), tried);
      await page.getByLabel('Code').fill(String(code).padStart(6, '0'));
      await page.getByRole('button', { name: 'Sign in' }).click();
      return (await page.getByRole('heading', { level: 1 }).innerText()) === 'Overview';
    });
  }

  /** Of somebody who is signed in. */
  page(person: string): Page {
    const page = this.#pages.get(person);
    if (page === undefined) throw new Error(`${person} isn't signed in at the page`);
    return page;
  }

  want(person: string, step: AskedStep, reason: string): Promise<WantedChange> {
    return this.#inTurn(async () => {
      const page = this.page(person);
      await this.#try(page, step);
      await page.getByText('Nothing has changed yet').waitFor();
      await page.getByLabel('Reason').fill(reason);
      await page.getByRole('button', { name: new RegExp(`^(Do|Propose) ${step.action}$`) }).click();
      await page.waitForURL(/\/(orders|proposals)\/\d+$/);
      const [, place, seq] = /\/(orders|proposals)\/(\d+)$/.exec(page.url()) ?? [];
      if (place === 'orders') await this.#untilDone(page);
      return { kind: place === 'orders' ? 'ordered' : 'proposed', seq: Number(seq) };
    });
  }

  approve(person: string, proposal: number, reason: string): Promise<void> {
    return this.#inTurn(async () => {
      const page = this.page(person);
      await page.goto(`${this.place.url}/proposals/${proposal}`);
      await page.getByLabel('Reason').fill(reason);
      await page.getByRole('button', { name: 'approve' }).click();
      await this.#untilDone(page);
    });
  }

  refusal(person: string, step: AskedStep): Promise<string> {
    return this.#inTurn(async () => {
      const page = this.page(person);
      await this.#try(page, step);
      return page.getByRole('alert').innerText();
    });
  }

  /** What the page shows of something that is looked up. */
  looked(person: string, what: string, fields: Readonly<Record<string, string>>): Promise<string> {
    return this.#inTurn(async () => {
      const page = this.page(person);
      await page.goto(`${this.place.url}/look/${what}?${new URLSearchParams(fields).toString()}`);
      return page.getByRole('main').innerText();
    });
  }

  async #try(page: Page, { action, content }: AskedStep): Promise<void> {
    await page.goto(`${this.place.url}/actions/${action}`);
    // An edit has a second form, which fills in what holds.
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Try it' }) });
    for (const [name, value] of Object.entries(content)) {
      const input = form.locator(`[name="field.${name}"]`);
      const isChoice = (await form.locator(`select[name="field.${name}"]`).count()) > 0;
      await (isChoice ? input.selectOption(chosen(value)) : input.fill(typed(value)));
    }
    await page.getByRole('button', { name: 'Try it' }).click();
  }

  async #untilDone(page: Page): Promise<void> {
    const done = page.getByRole('status').getByText('Done');
    // Whoever waits longer than the page does looks again.
    await until('the order to be done', PAGE_MS_MAX, async () => {
      await page.getByRole('heading', { name: /^Order \d/ }).waitFor();
      if ((await done.count()) > 0) return true;
      const problem = page.getByRole('alert');
      if ((await problem.count()) > 0) throw new Error(await problem.innerText());
      await page.reload();
      return false;
    });
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** As people choose it: no is what is chosen before anything is. */
const chosen = (value: unknown): string => (String(value) === 'false' ? '' : String(value));

/** As people type it: pairs one per line, lists as JSON. */
function typed(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}=${String(one)}`)
    .join('\n');
}
