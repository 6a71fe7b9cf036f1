import { csvText } from './csv';

/** Gives the browser a table as a file. */
export function saveCsv(name: string, titles: readonly string[], rows: readonly (readonly string[])[]): void {
  // The mark at the beginning has spreadsheets read it as UTF-8.
  const url = URL.createObjectURL(
    new Blob([`\ufeff${csvText(titles, rows)}`], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
