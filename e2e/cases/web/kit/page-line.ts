import type { Page, WebSocketRoute } from 'playwright-core';

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

/** A code that programs may close with: of a line that is lost there is none. */
const CUT = 3_000;

type Rule = (way: OnItsWay) => void;

/** The line between a page and the exchange, on which single commands can be held, altered, refused or lost. */
export class PageLine {
  /** Every command that the page sent, in order. */
  readonly sent: SentCommand[] = [];
  readonly #rules = new Map<string, Rule>();
  #newest: (() => void) | undefined;

  /** Of the connections that the page opens from now on. */
  static async of(page: Page): Promise<PageLine> {
    const line = new PageLine();
    await page.routeWebSocket(/\/ws\/v1/, (socket) => line.#join(socket));
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

  #join(socket: WebSocketRoute): void {
    const server = socket.connectToServer();
    const cut = () => {
      void socket.close({ code: CUT });
      void server.close({ code: CUT });
    };
    this.#newest = cut;
    socket.onMessage((frame) => {
      const passed = (JSON.parse(String(frame)) as SentCommand[]).filter((command) => {
        this.sent.push(command);
        const rule = this.#rules.get(command.c);
        rule?.(wayOf(command, socket, server, cut));
        return rule === undefined;
      });
      if (passed.length > 0) server.send(JSON.stringify(passed));
    });
  }
}

function wayOf(
  command: SentCommand,
  page: WebSocketRoute,
  server: WebSocketRoute,
  cut: () => void,
): OnItsWay {
  return {
    ...{ command, cut },
    pass: (altered = {}) => server.send(JSON.stringify([{ ...command, ...altered }])),
    refuse: (code, sentence = 'as the test has it') =>
      page.send(JSON.stringify([[0, 'e', `${code}: ${sentence}`, command.rid]])),
  };
}
