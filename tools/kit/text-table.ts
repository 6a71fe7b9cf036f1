export type Alignment = 'left' | 'right';

/** Lines of a table: columns as wide as their widest cell, two spaces apart. */
export function textTable(rows: readonly (readonly string[])[], columns: readonly Alignment[]): string[] {
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const padded = (cell: string, at: number) =>
    columns[at] === 'left' ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return rows.map((row) => row.map(padded).join('  ').trimEnd());
}
