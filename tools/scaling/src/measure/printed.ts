import { PARTS, type CostPart } from '../costs';

/** Reads figures out of what other commands print for people. Each throws when its line isn't there. */

const number = (text: string): number => Number(text.replaceAll(/[,  ]/g, ''));

function found(printed: string, pattern: RegExp, what: string): string {
  const match = pattern.exec(printed)?.[1];
  if (match === undefined) throw new Error(`${what} isn't in what was printed:\n${printed}`);
  return match;
}

/** Of `npm run load`: the median to accepted. */
export const medianOf = (printed: string): number =>
  Number(found(printed, /order due → accepted +p50 +([\d.]+) ms/, 'the median'));

/** What the CPU table of `npm run load` calls them. */
const NAMES: Partial<Readonly<Record<CostPart, string>>> = { Postgres: 'postgres', broker: 'nats' };

/** Of `npm run load`: milliseconds of each part for an order. */
export function orderMsOf(printed: string): Record<CostPart, number> {
  const rows = PARTS.map((part) => {
    const name = NAMES[part] ?? part;
    return [part, Number(found(printed, new RegExp(`^${name} +([\\d.]+) `, 'm'), name))] as const;
  });
  return Object.fromEntries(rows) as Record<CostPart, number>;
}

/** Of `npm run load`: what other programs of the machine took meanwhile, in percent of one processor. */
export const othersOf = (printed: string): number =>
  Number(found(printed, /^other programs +[\d.]+ +(\d+) %/m, 'other programs'));

/** Of `npm run bench:fan-out` and `bench:rest-books`: what a CPU second of the gateway did. */
export const perCpuSecondOf = (printed: string, gateway: 'ws-gateway' | 'rest-gateway'): number =>
  number(found(printed, new RegExp(`^${gateway} +[\\d,]+ +([\\d,]+) `, 'm'), gateway));

/** Of `npm run bench:idle`: kilobytes of a connection. */
export const idleKbOf = (printed: string): number =>
  Number(found(printed, /^ws-gateway +([\d.]+)$/m, 'ws-gateway'));

/** Of `npm run rows`: kilobytes that stay of an order. */
export const orderKbOf = (printed: string): number =>
  Number(found(printed, /(\d+) bytes an order stay/, 'the sum')) / 1024;
