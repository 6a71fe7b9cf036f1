import { type Command, type CommandName, pointTenths } from '@exchange/core/wire';
import type { Timers } from '../timers';
import { PointBudget, type Spent } from './point-budget';
import { Share } from './share';

/** So much is kept for cancels, in tenths of a point. */
export const CANCEL_TENTHS = 50;
/** After a refusal that doesn't say how long. */
const PAUSE_MS = 500;

/** A refusal for points says how many there are: `52 of 50 points spent within 10 s`. */
const TOLD_LIMIT = / of ([\d.]+) (?:points )?spent within /;

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
  /** Higher than that of what was submitted before. */
  readonly rid: number;
  send(): void;
}

/** What a refusal for points says. */
interface PointRefusal {
  readonly retryAfterMs?: number | undefined;
  readonly message?: string;
}

interface Charged {
  readonly connection: Spent;
  readonly account: Spent | undefined;
}

/**
 * Sends commands as fast as the published costs allow, so that none is refused for its points (docs/interface, points
 * and other limits): cancels first, and the rest in its order. What other connections of the account spend it learns
 * by refusals; a refused command has done nothing and goes again. A refusal that names fewer points than the limit holds
 * until the next login or line.
 */
export class Pacer {
  readonly #urgent: Paced[] = [];
  readonly #patient: Paced[] = [];
  readonly #charges = new Map<Paced, Charged>();
  #connection = new PointBudget();
  readonly #account = new PointBudget();
  readonly #share = new Share();
  /** What costs so much or more was refused, and isn't sent before that time. */
  #blocked = { tenths: 0, until: 0 };
  #toldLimit = Number.POSITIVE_INFINITY;
  #stopTimer: (() => void) | undefined;

  /** @param most points in a window, in tenths, as far as the caller knows */
  constructor(
    private readonly timers: Timers,
    private readonly most: () => number,
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
    // Whoever is logged in may have more than the connection alone.
    if (/^authenticate/.test(paced.command.c)) this.#toldLimit = Number.POSITIVE_INFINITY;
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
  refused(paced: Paced, { retryAfterMs = PAUSE_MS, message = '' }: PointRefusal = {}): boolean {
    const [, told] = TOLD_LIMIT.exec(message) ?? [];
    if (told !== undefined) this.#toldLimit = Number(told) * 10;
    const tenths = pointTenths(paced.command);
    if (tenths > this.#limit()) {
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
    this.#share.refused(this.#account.counted(now), this.#limit(), now);
    const { tenths: least, until } = this.#blocked;
    this.#blocked =
      until <= now
        ? { tenths, until: now + retryAfterMs }
        : { tenths: Math.min(least, tenths), until: Math.max(until, now + retryAfterMs) };
    this.#putBack(paced);
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
    this.#toldLimit = Number.POSITIVE_INFINITY;
    this.#charges.clear();
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    return [...this.#urgent.splice(0), ...this.#patient.splice(0)];
  }

  #limit(): number {
    return Math.min(this.most(), this.#toldLimit);
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
      const startsAt = this.#isBlocked(next, now) ? this.#blocked.until : now;
      if (startsAt > now || !this.#fits(next, now)) {
        this.#wait(now, startsAt);
        return;
      }
      queue.shift();
      this.#charge(next, now);
      next.send();
    }
  }

  #putBack(paced: Paced): void {
    const queue = this.#queueOf(paced);
    const later = queue.findIndex(({ rid }) => rid > paced.rid);
    queue.splice(later < 0 ? queue.length : later, 0, paced);
  }

  #isBlocked({ command }: Paced, now: number): boolean {
    const { tenths, until } = this.#blocked;
    return now < until && pointTenths(command) >= tenths;
  }

  #fits({ command }: Paced, now: number): boolean {
    const tenths = pointTenths(command);
    const limit = this.#limit();
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

  #wait(now: number, startsAt: number): void {
    const free = [this.#connection.nextFree(), this.#account.nextFree()].filter((at) => at !== undefined);
    const next = Math.max(now + 1, startsAt, Math.min(now + PAUSE_MS, ...free));
    this.#stopTimer?.();
    this.#stopTimer = this.timers.after(next - now, () => {
      this.#stopTimer = undefined;
      this.#pump();
    });
  }
}
