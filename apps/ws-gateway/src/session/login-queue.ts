import { present } from '@exchange/core/kernel';
import { type AnswerPace, PacedLimit, type Ticket } from '../limits/paced-limit';

/** Below what orders are given, so that a storm of logins leaves room for them; and never less than some at once. */
const LOGINS: AnswerPace = { targetMs: 200, lateMs: 2_000, first: 16, least: 16 };
/** All logins go through one limit, whatever partition answers; whose turn it is, the lines say. */
const [EVERYWHERE, EVERYBODY] = [0, undefined];

/** Who waits to log in. */
interface LoginConnection {
  readonly address: string;
  readonly open: boolean;
}

interface Waiting {
  readonly connection: LoginConnection;
  /** It is its turn; without a ticket it has gone away meanwhile. */
  begin(ticket: Ticket | undefined): void;
}

/**
 * Logins go to account-service at the pace at which it answers them. The others wait, for as long as their connection
 * does: those of one address in a line, and the lines each in its turn, so that nobody's many connections come before
 * everybody else's.
 */
export class LoginQueue {
  private readonly limit = new PacedLimit(LOGINS);
  /** Per address, in the order in which they have their turn. */
  private readonly lines = new Map<string, Waiting[]>();

  /** `now`: monotonic milliseconds. */
  constructor(private readonly now: () => number) {}

  /** Runs a login when it is its turn; not at all when its connection is gone by then. */
  async inTurn(connection: LoginConnection, login: () => Promise<void>): Promise<void> {
    const ticket = await new Promise<Ticket | undefined>((begin) => {
      const line = this.lines.get(connection.address) ?? [];
      line.push({ connection, begin });
      this.lines.set(connection.address, line);
      this.admit();
    });
    if (ticket === undefined) return;
    try {
      await login();
    } finally {
      this.limit.end(ticket, this.now(), true);
      this.admit();
    }
  }

  private admit(): void {
    while (this.lines.size > 0 && this.limit.hasRoom(EVERYWHERE, EVERYBODY, this.now())) {
      const { connection, begin } = this.takeNext();
      begin(connection.open ? this.limit.begin(EVERYWHERE, EVERYBODY, this.now()) : undefined);
    }
  }

  private takeNext(): Waiting {
    const [address, line] = present(this.lines.entries().next().value, 'line of logins');
    const next = present(line.shift(), 'login that waits');
    this.lines.delete(address);
    if (line.length > 0) this.lines.set(address, line);
    return next;
  }
}
