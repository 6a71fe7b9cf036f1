/** A month of history as the database counts it: months since 1970. */
export type Month = number;

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
const MONTHS = 12;
const EPOCH = 1970;

/** `2026-06` → 677; undefined for anything else. */
export function monthOf(text: string): Month | undefined {
  const found = MONTH.exec(text);
  const month = found === null ? 0 : (Number(found[1]) - EPOCH) * MONTHS + Number(found[2]) - 1;
  return month > 0 ? month : undefined;
}

/** 677 → `2026-06` */
export const monthText = (month: Month): string =>
  `${EPOCH + Math.floor(month / MONTHS)}-${String((month % MONTHS) + 1).padStart(2, '0')}`;
