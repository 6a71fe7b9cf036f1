import { type Command, type CommandName, pointTenths } from '@exchange/core/wire';
import type { Timers } from '../timers';
import { PointBudget, type Spent } from './point-budget';
import { Share } from './share';

/** So much is kept for cancels, in tenths of a point. */
export const CANCEL_TENTHS = 50;
/** After a refusal that doesn't say how long. */
const PAUSE_MS = 500;

/** They go before all others, into what is kept for them. */
const URGENT: ReadonlySet<CommandName> = new Set(['cancelOrder', 'cancelOrders', 'ping']);

/** What is charged to the connection alone, since no account is asked. */
export const CHARGED_TO_CONNECTION: ReadonlySet<CommandName> = new Set([
  ...(['authenticate', 'authenticateDelegate', 'authenticateWithSession', 'ping'] as const),
  ...(['getListed', 'subscribe', 'unSubscribe', 'getTokenInfo', 'getTicker'] as const),
  ...(['getOrderBookSnapshot', 'getBarData', 'getHistoricalTrades', 'getTOTPSalt'] as const),
]);

/** A command that waits for its turn. */
export interface Paced {
  readonly command: Command;
  send(): void;
}

interface Charged {
  readonly connection: Spent;
  readonly account: Spent | undefined;
}

/**
 * Sends commands as fast as the published costs allow, so that none is refused for its points (docs/interface, points
 * and other limits): cancels first, and the rest in its order. What other connections of the account spend it learns
 * by refusals; a refused command has done nothing and goes again.
 */
export class Pacer {
  readonly #urgent: Paced[] = [];
  readonly #patient: Paced[] = [];
  readonly #charges = new Map<Paced, Charged>();
  #connection = new PointBudget();
  readonly #account = new PointBudget();
  readonly #share = new Share();
  #blockedUntil = 0;
  #stopTimer: (() => void) | undefined;

  /** @param limit points in a window, in tenths */
  constructor(
    private readonly timers: Timers,
    private readonly limit: () => number,
  ) {}

  submit(paced: Paced): void {
    this.#queueOf(paced).push(paced);
    this.#pump();
  }

  /** How many commands wait for points. */
  get waiting(): number {
    return this.#urgent.length + this.#patient.length;
  }

  /** It was answered, or nobody waits for the answer any more. */
  answered(paced: Paced): void {
    const charged = this.#charges.get(paced);
    if (charged === undefined) return;
    this.#charges.delete(paced);
    const now = this.timers.now();
    this.#connection.answered(charged.connection, now);
    if (charged.account !== undefined) this.#account.answered(charged.account, now);
  }

  /**
   * It was refused for its points: it goes again, before what came after it. False when it doesn't, since it costs more
   * than a whole window has and would be refused for ever.
   */
  refused(paced: Paced, retryAfterMs = PAUSE_MS): boolean {
    if (pointTenths(paced.command) > this.limit()) {
      this.unsent(paced);
      this.#pump();
      return false;
    }
    const charged = this.#charges.get(paced);
    this.#charges.delete(paced);
    const now = this.timers.now();
    if (charged !== undefined) {
      // What the account refuses costs the connection its points all the same.
      this.#connection.answered(charged.connection, now);
      if (charged.account !== undefined) this.#account.refund(charged.account);
    }
    this.#share.refused(this.#account.counted(now), this.limit(), now);
    this.#blockedUntil = Math.max(this.#blockedUntil, now + retryAfterMs);
    this.#queueOf(paced).unshift(paced);
    this.#pump();
    return true;
  }

  /** It couldn't be sent. */
  unsent(paced: Paced): void {
    const charged = this.#charges.get(paced);
    this.#charges.delete(paced);
    if (charged === undefined) return;
    this.#connection.refund(charged.connection);
    if (charged.account !== undefined) this.#account.refund(charged.account);
  }

  /** The line is lost: those that weren't sent are given back. What the next connection spends is its own. */
  lost(): Paced[] {
    this.#connection = new PointBudget();
    this.#charges.clear();
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    return [...this.#urgent.splice(0), ...this.#patient.splice(0)];
  }

  #queueOf({ command }: Paced): Paced[] {
    return URGENT.has(command.c) ? this.#urgent : this.#patient;
  }

  #pump(): void {
    for (;;) {
      const queue = this.#urgent.length > 0 ? this.#urgent : this.#patient;
      const [next] = queue;
      if (next === undefined) return;
      const now = this.timers.now();
      if (now < this.#blockedUntil || !this.#fits(next, now)) {
        this.#wait(now);
        return;
      }
      queue.shift();
      this.#charge(next, now);
      next.send();
    }
  }

  #fits({ command }: Paced, now: number): boolean {
    const tenths = pointTenths(command);
    const limit = this.limit();
    const isUrgent = URGENT.has(command.c);
    const most = isUrgent ? limit : limit - CANCEL_TENTHS;
    const fitsIn = (spent: number, bound: number) => spent === 0 || spent + tenths <= bound;
    if (!fitsIn(this.#connection.counted(now), most)) return false;
    if (CHARGED_TO_CONNECTION.has(command.c)) return true;
    const mine = isUrgent ? limit : Math.min(most, this.#share.most(limit, now));
    return fitsIn(this.#account.counted(now), mine);
  }

  #charge(paced: Paced, now: number): void {
    const tenths = pointTenths(paced.command);
    const isOfAccount = !CHARGED_TO_CONNECTION.has(paced.command.c);
    this.#charges.set(paced, {
      connection: this.#connection.spend(tenths, now),
      account: isOfAccount ? this.#account.spend(tenths, now) : undefined,
    });
  }

  #wait(now: number): void {
    const free = [this.#connection.nextFree(), this.#account.nextFree()].filter((at) => at !== undefined);
    const next = Math.max(now + 1, this.#blockedUntil, Math.min(now + PAUSE_MS, ...free));
    this.#stopTimer?.();
    this.#stopTimer = this.timers.after(next - now, () => {
      this.#stopTimer = undefined;
      this.#pump();
    });
  }
}
