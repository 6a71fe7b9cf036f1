import { textTable } from '../../kit/text-table';
import type { MarketFinding } from './market-replay';

const COLUMNS = [
  ...['market', 'reports', 'inputs', 'trades', 'messages', 'bytes', 'SHA-256', 'published', 'states'],
] as const;
const DIGITS = 16;

const verdict = (difference: string | undefined): string =>
  difference === undefined ? 'the same' : 'DIFFERENT';

function cells(finding: MarketFinding): string[] {
  const { market, reports, inputs, trades, messages, bytes, digest } = finding;
  return [
    ...[market, String(reports), String(inputs), String(trades), String(messages), String(bytes)],
    ...[digest.slice(0, DIGITS), verdict(finding.difference), verdict(finding.stateDifference)],
  ];
}

export const isSame = ({ difference, stateDifference }: MarketFinding): boolean =>
  difference === undefined && stateDifference === undefined;

function sumOf(findings: readonly MarketFinding[]): string {
  const sum = (of: (finding: MarketFinding) => number) =>
    findings.reduce((total, each) => total + of(each), 0);
  const hour = (time: number) => new Date(time).toISOString();
  const from = Math.min(...findings.map(({ from: first }) => first));
  const to = Math.max(...findings.map(({ to: last }) => last));
  return (
    `${findings.length} markets, ${hour(from)} to ${hour(to)}: ${sum(({ reports }) => reports)} reports of ` +
    `${sum(({ inputs }) => inputs)} inputs with ${sum(({ trades }) => trades)} trades, in ` +
    `${sum(({ messages }) => messages)} messages of ${sum(({ bytes }) => bytes)} bytes`
  );
}

/** The table of markets, what it comes to, and below it what differs. */
export function findingsTable(findings: readonly MarketFinding[]): string[] {
  const rows = [[...COLUMNS], ...findings.map(cells)];
  const lines = textTable(
    rows,
    COLUMNS.map(() => 'right'),
  );
  const differences = findings.flatMap(({ market, difference, stateDifference }) =>
    [difference, stateDifference].flatMap((what) => (what === undefined ? [] : [`${market}: ${what}`])),
  );
  return [...lines, sumOf(findings), ...differences];
}
