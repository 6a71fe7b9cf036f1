import { base32Bytes, stepAt, totpCode } from '@exchange/platform';
import { present } from '@exchange/core/kernel';
import { DeskClient, DeskError } from '../../../tools/kit/operator/desk-client';
import { credentialsIn } from '../../../tools/kit/operator/sign-in';
import type { RunningExchange } from '../running-exchange';
import { until } from '../until';

const SHOWN_MS_MAX = 15_000;
const PERSON = 'otto';

/** One login for all who look: the desk counts tries. */
const sessions = new WeakMap<RunningExchange, string>();

/** The desk's first page, as somebody sees it who is signed in. */
export class DeskPage {
  /** `now`: by the clock of the desk. */
  constructor(
    private readonly exchange: RunningExchange,
    private readonly now: () => number = () => Date.now(),
  ) {}

  /** Waits until the page shows a text, or something of that kind. */
  async shows(what: string | RegExp): Promise<void> {
    await until(`the desk to show ${String(what)}`, SHOWN_MS_MAX, async () => {
      const text = await this.text();
      return typeof what === 'string' ? text.includes(what) : what.test(text);
    });
  }

  /** What a browser would show of it, in one line. */
  async text(): Promise<string> {
    const headers = {
      cookie: `desk_session=${sessions.get(this.exchange) ?? ''}`,
      'sec-fetch-dest': 'empty',
    };
    const answer = await fetch(`${this.exchange.desk.url}/overview`, { headers });
    if (answer.status === 401) {
      sessions.set(this.exchange, await this.#signIn());
      return this.text();
    }
    return (await answer.text()).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  }

  /** A code works once, and half a minute before its time already. */
  async #signIn(): Promise<string> {
    const { url, folder } = this.exchange.desk;
    const { password, totpSecret } = present(
      credentialsIn(folder).find(({ name }) => name === PERSON),
      PERSON,
    );
    const now = stepAt(this.now());
    for (const step of [now, now + 1]) {
      const login = { person: PERSON, password, code: totpCode(base32Bytes(totpSecret), step) };
      try {
        return (await new DeskClient(url).ask<{ token: string }>('POST', 'login', login)).token;
      } catch (error) {
        if (!(error instanceof DeskError && error.code === 'LOGIN_REFUSED')) throw error;
      }
    }
    throw new Error(`${PERSON} can't sign in`);
  }
}
