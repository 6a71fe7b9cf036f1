import type { AccountFact, NoticeItem } from '@exchange/core/message';

/** Orders and legs take about 1 KiB at most, so that a message stays far below what the broker takes. */
const ITEMS_PER_MESSAGE = 250;
const NOTICE_BYTES_MAX = 256 * 1024;
const FACT_BYTES = 1_200;
const TRADE_ID_BYTES = 17;
const ORIGIN_BYTES = 160;

/** The items of one log subject as messages: a turn may have any number, e.g. when accounts cancel all they have. */
export function inParts<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += ITEMS_PER_MESSAGE) {
    parts.push(items.slice(start, start + ITEMS_PER_MESSAGE));
  }
  return parts;
}

/** What one turn tells an account as notices that the broker takes, in order: a long sweep has thousands of facts. */
export function noticeParts(items: readonly NoticeItem[]): NoticeItem[][] {
  const parts: NoticeItem[][] = [];
  let left = 0;
  for (const { facts, ...cause } of items) {
    const causeBytes = ORIGIN_BYTES * (1 + (cause.others?.length ?? 0) + (cause.ended?.length ?? 0));
    let told: AccountFact[] | undefined;
    const begin = (bytes: number): AccountFact[] => {
      if (causeBytes + bytes > left) {
        parts.push([]);
        left = NOTICE_BYTES_MAX;
      }
      const begun: AccountFact[] = [];
      parts.at(-1)?.push({ ...cause, facts: begun });
      left -= causeBytes;
      return begun;
    };
    // The end of a command may be all that there is to tell.
    if (facts.length === 0) begin(0);
    for (const fact of facts) {
      const bytes = factBytes(fact);
      if (told === undefined || bytes > left) told = begin(bytes);
      told.push(fact);
      left -= bytes;
    }
  }
  return parts;
}

/** At most so many bytes as JSON; tests hold it against the largest amounts and ids. */
const factBytes = (fact: AccountFact): number =>
  FACT_BYTES + (fact.kind === 'order' ? TRADE_ID_BYTES * fact.order.trades.length : 0);
