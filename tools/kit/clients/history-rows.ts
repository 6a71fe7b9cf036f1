/** A row of a history; its id comes first. */
export type HistoryRow = readonly unknown[];

const PAGE = 50;

/** All rows of a history since `from` (Unix ms), newest first, page by page. `ask` gives the message of an answer. */
export async function historyRows(
  ask: (command: { readonly c: string }) => Promise<unknown>,
  command: { readonly c: string; readonly from: number },
  member: string,
): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = [];
  for (;;) {
    const before = rows.at(-1)?.[0];
    const asked = { ...command, limit: PAGE, ...(before === undefined ? {} : { before }) };
    const page = ((await ask(asked)) as Record<string, HistoryRow[]>)[member] ?? [];
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}
