import type { MarketFinding } from './market-replay';

const COLUMNS = ['market', 'reports', 'inputs', 'trades', 'messages', 'bytes', 'SHA-256', 'result'] as const;
const DIGITS = 16;

const cells = ({ market, reports, inputs, trades, messages, bytes, digest, difference }: MarketFinding) => [
  ...[market, String(reports), String(inputs), String(trades), String(messages), String(bytes)],
  ...[digest.slice(0, DIGITS), difference === undefined ? 'the same' : 'DIFFERS'],
];

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
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
  const differences = findings.flatMap(({ market, difference }) =>
    difference === undefined ? [] : [`${market}: ${difference}`],
  );
  return [...lines, sumOf(findings), ...differences];
}
