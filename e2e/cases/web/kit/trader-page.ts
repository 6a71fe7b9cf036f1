import type { BrowserContext, Locator, Page } from 'playwright-core';
import { PageLine } from './page-line';

/** What is entered, by the words of the form. What is left out stays as it is. */
export interface Entered {
  readonly side?: 'Buy' | 'Sell';
  readonly kind?: 'Limit' | 'Market' | 'Stop' | 'Pegged';
  readonly amount?: string;
  readonly rate?: string;
  readonly stopRate?: string;
  readonly peggedRate?: string;
  /** Empty: all of it. */
  readonly offered?: string;
  readonly execution?: 'Good till it ends' | 'Post only' | 'At once or cancel' | 'All at once or cancel';
  readonly hidden?: boolean;
  readonly lasts?: string;
  readonly rebate?: string;
}

/** The labels of the fields, by their names. */
const FIELDS = ['amount', 'rate', 'stopRate', 'peggedRate', 'offered'] as const;
const CHOICES = {
  execution: 'What happens when it meets the book',
  lasts: 'How long it may stay in the book',
  rebate: 'The token of a maker’s rebate',
} as const;
const PATIENCE_MS = 20_000;
/** It may be sent again and again until a service is back. */
const DECIDED_MS = 60_000;

/** The trading page of somebody, in a tab of a browser. */
export class TraderPage {
  readonly form: Locator;
  readonly notices: Locator;
  readonly openOrders: Locator;

  private constructor(
    readonly page: Page,
    readonly line: PageLine,
    /** Errors of its console, and what threw. */
    readonly complaints: readonly string[],
  ) {
    page.setDefaultTimeout(PATIENCE_MS);
    this.form = page.locator('.order-form');
    this.notices = page.getByRole('log');
    this.openOrders = page.getByRole('table', { name: 'Open orders' });
  }

  /** `isRouted`: commands can be met on its line. */
  static async open(context: BrowserContext, address: string, isRouted = true): Promise<TraderPage> {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
    const line = isRouted ? await PageLine.of(page) : new PageLine();
    await page.goto(address);
    return new TraderPage(page, line, complaints);
  }

  /** Connects the wallet, and logs in with its signature. */
  async logIn(): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'Testwallet' }).click();
    await this.page.getByRole('button', { name: 'Sign and log in' }).click();
    await this.untilIn();
  }

  /** Waits until it is logged in, and knows what the account has. */
  async untilIn(): Promise<void> {
    await this.page.locator('.account-button[data-state=in]').waitFor();
    await this.page.getByText(/^Open orders \(\d+\)$/).waitFor();
    await this.page.locator('.book[data-state=live]').waitFor();
  }

  /** Whether an order is shown in words before it is signed. */
  async asksFirst(isAsked: boolean): Promise<void> {
    await this.more();
    await this.form.getByLabel('Ask before signing').setChecked(isAsked);
  }

  async enter(entered: Entered): Promise<void> {
    const { side, kind, hidden } = entered;
    // What is behind another tab is drawn once a second at most.
    await this.page.bringToFront();
    await this.more();
    if (side !== undefined) await this.choose(side);
    if (kind !== undefined) await this.choose(kind);
    for (const name of ['execution', 'lasts', 'rebate'] as const) {
      const label = entered[name];
      if (label !== undefined) await this.form.getByLabel(CHOICES[name]).selectOption({ label });
    }
    if (hidden !== undefined) await this.form.getByLabel('Hidden').setChecked(hidden);
    for (const name of FIELDS) {
      const text = entered[name];
      if (text !== undefined) await this.form.locator(`input[name=${name}]`).fill(text);
    }
  }

  submit(): Promise<void> {
    return this.form.locator('button.place[type=submit]').click();
  }

  /**
   * Enters an order, and signs it after a look at its words; resolves with its name when the exchange has answered. `seen`
   * stands in the form before, `words` before the signature.
   */
  async place(entered: Entered, seen?: string, words: readonly (string | RegExp)[] = []): Promise<number> {
    const before = this.line.commands('placeOrder').length;
    await this.enter(entered);
    if (seen !== undefined) await this.form.getByText(seen).waitFor();
    await this.submit();
    for (const sentence of words) await this.form.getByText(sentence).waitFor();
    const confirm = this.form.getByRole('button', { name: 'Sign and place' });
    await confirm.click();
    await confirm.waitFor({ state: 'detached' });
    const [command] = this.line.commands('placeOrder').slice(before);
    return Number(command?.['cid']);
  }

  /** Submits what is entered, which asks nothing; whether it was accepted, or refused and put away. */
  async isPlacedNow(): Promise<boolean> {
    await this.submit();
    const refusal = this.form.locator('.refusal');
    const emptied = this.form.locator('input[name=amount][value=""]');
    await refusal.or(emptied).first().waitFor({ timeout: DECIDED_MS });
    if (await emptied.isVisible()) return true;
    await refusal.getByRole('button', { name: 'Dismiss' }).click();
    return false;
  }

  /** Waits for a notice with these words. */
  told(words: string | RegExp): Promise<void> {
    return this.notices.getByText(words).first().waitFor();
  }

  /** Waits for a refusal, and puts it away. */
  async refused(code: string, sentence: string, within: Locator = this.form): Promise<void> {
    const notice = within.locator(`.refusal[data-code=${code}]`);
    await notice.getByText(sentence, { exact: true }).waitFor();
    await notice.getByRole('button', { name: 'Dismiss' }).click();
  }

  openCount(count: number): Promise<void> {
    return this.page.getByText(`Open orders (${count})`).waitFor();
  }

  /** The row of an open order, when it has this in one of its cells. */
  row(id: number, state: string | RegExp): Promise<void> {
    return this.openOrders
      .getByRole('row')
      .filter({ has: this.page.getByRole('button', { name: `Edit order ${id}`, exact: true }) })
      .getByRole('cell', { name: state })
      .first()
      .waitFor();
  }

  tab(name: string | RegExp): Promise<void> {
    return this.page.locator('.own-bar').getByRole('radio', { name }).check({ force: true });
  }

  async cancel(id: number): Promise<void> {
    await this.page.getByRole('button', { name: `Cancel order ${id}`, exact: true }).click();
  }

  /** From now on, how its parts stand is kept, however short that is. */
  async watchStates(): Promise<void> {
    await this.page.evaluate(`(() => {
      const seen = (globalThis.seenStates = new Set());
      const look = () => document.querySelectorAll('.connection, .book, .trades').forEach((part) =>
        seen.add(part.classList[0] + ' ' + part.dataset.state));
      new MutationObserver(look).observe(document.body, {
        subtree: true, childList: true, attributes: true, attributeFilter: ['data-state'],
      });
    })()`);
  }

  /** Parts and how they stood since then, such as `book stale`. */
  async seenStates(): Promise<string[]> {
    return (await this.page.evaluate('[...globalThis.seenStates]')) as string[];
  }

  /** Cancels every open order, and waits until none is left. */
  async cancelAll(): Promise<void> {
    await this.page.bringToFront();
    const twice = this.page.getByRole('button', { name: /^Cancel all open orders/ });
    await twice.click();
    await twice.click();
    await this.openCount(0);
  }

  private choose(name: string): Promise<void> {
    return this.form.getByRole('radio', { name, exact: true }).check({ force: true });
  }

  /** Opens what is folded. */
  private async more(): Promise<void> {
    const folded = this.form.locator('details:not([open]) > summary');
    if (await folded.isVisible()) await folded.click();
  }
}
