import type { MeasuredRate } from './turn-queue';

/** A figure that a command of this repository printed. */
export interface CostFigure<T = number> {
  readonly value: T;
  /** What printed it. */
  readonly command: string;
}

/** What is measured on one machine, each with its command; times are CPU time. */
export interface Costs {
  /** The median to `accepted` at some rates, of one account-service that owns all accounts. */
  readonly accepted: CostFigure<readonly MeasuredRate[]>;
  /** A rate that the model didn't see, to hold it against. */
  readonly heldOut: CostFigure<MeasuredRate>;
  /** What other programs took of the machine meanwhile, in percent of one processor: the more, the longer the medians. */
  readonly others: CostFigure;
  /** Milliseconds an order, everything that follows from it included. */
  readonly orderMs: CostFigure<Readonly<Record<CostPart, number>>>;
  /** Book lines × subscribers a second that one gateway writes on one processor. */
  readonly linesPerSecond: CostFigure;
  /** Requests for order books a second that one rest-gateway answers on one processor. */
  readonly booksPerSecond: CostFigure;
  /** Kilobytes of a gateway's memory for a connection that is idle. */
  readonly connectionKb: CostFigure;
  /** Microseconds of the broker for a short message to one reader more. */
  readonly deliveryUs: CostFigure;
  /** Microseconds of the broker for each kilobyte of a long message to one reader more. */
  readonly deliveryKbUs: CostFigure;
  /** Kilobytes of the broker's memory for a connection. */
  readonly brokerConnectionKb: CostFigure;
  /** What a gateway tells of one address with connections: bytes of the message. */
  readonly presenceBytes: CostFigure;
  /** Microseconds of a gateway that hears of one such address from another one. */
  readonly presenceUs: CostFigure;
  /** Kilobytes of memory for an account with two tokens that account-service has at hand. */
  readonly accountMemoryKb: CostFigure;
  /** Kilobytes of Postgres' tables and indexes that stay of an order and what comes of it. */
  readonly orderKb: CostFigure;
  /** Kilobytes of the same for an account that did nothing but deposit two tokens. */
  readonly accountKb: CostFigure;
}

export const PARTS = [
  'ws-gateway',
  'account-service',
  'matching-engine',
  'market-data',
  'settlement-service',
  'Postgres',
  'broker',
] as const;

/** What an order is work for. */
export type CostPart = (typeof PARTS)[number];

/** Those that are one number. */
export const FIGURES = [
  ...(['linesPerSecond', 'booksPerSecond', 'connectionKb', 'deliveryUs', 'deliveryKbUs'] as const),
  ...(['brokerConnectionKb', 'presenceBytes', 'presenceUs', 'accountMemoryKb'] as const),
  ...(['orderKb', 'accountKb'] as const),
] as const;

/** Checks what was read from a file. Throws, with the name of what is missing or wrong. */
export function checkedCosts(read: unknown): Costs {
  const costs = read as Partial<Record<keyof Costs, Partial<CostFigure<unknown>>>>;
  const figure = (name: keyof Costs): unknown => {
    const { value, command } = costs[name] ?? {};
    if (typeof command !== 'string' || command === '') throw new Error(`${name} names no command.`);
    return value;
  };
  for (const name of FIGURES) positive(name, figure(name));
  if (typeof figure('others') !== 'number') throw new Error('others must be a number.');
  const orderMs = figure('orderMs') as Record<string, unknown> | undefined;
  for (const part of PARTS) positive(`orderMs of ${part}`, orderMs?.[part]);
  const accepted = figure('accepted');
  if (!Array.isArray(accepted)) throw new Error('accepted must be a list of rates.');
  for (const rate of accepted) checkRate('accepted', rate);
  checkRate('heldOut', figure('heldOut'));
  return read as Costs;
}

function checkRate(name: string, rate: unknown): void {
  const { perSecond, p50Ms } = (rate ?? {}) as Partial<MeasuredRate>;
  positive(`perSecond of ${name}`, perSecond);
  positive(`p50Ms of ${name}`, p50Ms);
}

function positive(what: string, value: unknown): void {
  if (typeof value !== 'number' || !(value > 0)) throw new Error(`${what} must be a number above 0.`);
}
