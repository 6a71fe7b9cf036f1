/** The histories, each with what orders its rows within a month. */
export const HISTORIES = {
  order_record: ['id'],
  user_trade_record: ['trade_id', 'account'],
  entry_record: ['id'],
  posting_record: ['id'],
} as const;
export type HistoryTable = keyof typeof HISTORIES;
export const histories = Object.keys(HISTORIES) as HistoryTable[];

/** A month's table of a history. */
export const tableOf = (history: HistoryTable, monthName: string): string =>
  `${history}_${monthName.replace('-', '_')}`;
