import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from 'playwright-core';
import { WebSocket, WebSocketServer } from 'ws';

/** A command as the page sends it. */
export interface SentCommand {
  readonly c: string;
  readonly rid?: number;
  readonly [field: string]: unknown;
}

/** What can become of a command on its way. */
export interface OnItsWay {
  readonly command: SentCommand;
  /** Goes on to the exchange, as it is or altered. */
  pass(altered?: Readonly<Record<string, unknown>>): void;
  /** Is answered with this refusal, and goes nowhere. */
  refuse(code: string, sentence?: string): void;
  /** The line is lost: nothing comes back any more. */
  cut(): void;
}

type Rule = (way: OnItsWay) => void;

/** The line between a page and the exchange, on which single commands can be held, altered, refused or lost. */
export class PageLine {
  /** Every command that the page sent, in order. */
  readonly sent: SentCommand[] = [];
  readonly #rules = new Map<string, Rule>();
  #newest: (() => void) | undefined;

  /** Of the connections that the page opens from now on: it is told that the websocket is here. */
  static async of(page: Page): Promise<PageLine> {
    const line = new PageLine();
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const here = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let exchange = '';
    await page.route('**/rest/v1/config', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { websocketUrl: string } };
      exchange = answer.data.websocketUrl;
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, websocketUrl: here } } });
    });
    // What a test alters counts as from the internet, from where this machine is out of bounds.
    await page.context().grantPermissions(['local-network-access']);
    // Its policy names the exchange's.
    await page.route(/\/(assets\/line-thread-[^/]*)?$/, (route) => allow(route, here));
    server.on('connection', (socket, { url = '' }) =>
      line.#join(socket, new WebSocket(new URL(url, exchange))),
    );
    page.once('close', () => server.close());
    return line;
  }

  /** Meets every command of this name from now on, until the returned function is called. */
  meet(name: string, rule: Rule): () => void {
    this.#rules.set(name, rule);
    return () => void this.#rules.delete(name);
  }

  /** Keeps the next command of this name, and gives it when it has come. The others of its name pass. */
  keep(name: string): Promise<OnItsWay> {
    return new Promise((resolve) => {
      const stop = this.meet(name, (way) => {
        stop();
        resolve(way);
      });
    });
  }

  /** The commands of this name that the page sent. */
  commands(name: string): readonly SentCommand[] {
    return this.sent.filter(({ c }) => c === name);
  }

  /** The line is lost, as it is now; the page may come back. */
  lose(): void {
    this.#newest?.();
  }

  #join(page: WebSocket, exchange: WebSocket): void {
    const cut = () => {
      for (const end of [page, exchange]) end.terminate();
    };
    this.#newest = cut;
    for (const end of [page, exchange]) {
      end.on('close', cut);
      end.on('error', cut);
    }
    const opened = once(exchange, 'open');
    page.on('message', (frame: Buffer) => opened.then(() => this.#take(frame, page, exchange, cut), cut));
    exchange.on('message', (frame: Buffer) => page.send(frame.toString()));
  }

  #take(frame: Buffer, page: WebSocket, exchange: WebSocket, cut: () => void): void {
    const passed = (JSON.parse(frame.toString()) as SentCommand[]).filter((command) => {
      this.sent.push(command);
      const rule = this.#rules.get(command.c);
      rule?.(wayOf(command, page, exchange, cut));
      return rule === undefined;
    });
    if (passed.length > 0) exchange.send(JSON.stringify(passed));
  }
}

function wayOf(command: SentCommand, page: WebSocket, exchange: WebSocket, cut: () => void): OnItsWay {
  return {
    ...{ command, cut },
    pass: (altered = {}) => exchange.send(JSON.stringify([{ ...command, ...altered }])),
    refuse: (code, sentence = 'as the test has it') =>
      page.send(JSON.stringify([[0, 'e', `${code}: ${sentence}`, command.rid]])),
  };
}

/** Has what the route loads talk to this address, too. */
async function allow(route: Route, address: string): Promise<void> {
  const response = await route.fetch();
  // It comes unpacked.
  const { 'content-encoding': _, 'content-security-policy': policy = '', ...headers } = response.headers();
  const wider = policy.replace('connect-src', `connect-src ${address}`);
  await route.fulfill({ response, headers: { ...headers, 'content-security-policy': wider } });
}
