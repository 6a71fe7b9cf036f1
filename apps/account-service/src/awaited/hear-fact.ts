import { NO_OPEN_ORDERS } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import type { Fact } from '@exchange/core/ledger';
import type { AccountFact, Origin } from '@exchange/core/message';
import type { AccountBook } from '../accounts/account-book';
import type { RowCollector } from '../outbox/row-collector';
import { dropAwaited, storeAwaited } from './awaited-rows';

const NOTHING_CANCELED: AccountFact = { kind: 'message', text: NO_OPEN_ORDERS };

/** Which commands a fact answers, and what is said to those that it leaves without any other answer. */
export function hearFact(
  rows: RowCollector,
  { awaited }: AccountBook,
  account: Address,
  fact: Fact,
): { readonly answered: Origin[]; readonly messages: readonly (readonly [AccountFact, Origin])[] } {
  const answered: Origin[] = [];
  const messages: [AccountFact, Origin][] = [];
  for (const { command, answers, isLast } of awaited.hear(account, fact)) {
    if (answers) answered.push(command.origin);
    else if (isLast && !command.told) messages.push([NOTHING_CANCELED, command.origin]);
    if (isLast) {
      dropAwaited(rows, command);
    } else if (answers && !command.told) {
      command.told = true;
      storeAwaited(rows, command);
    }
  }
  return { answered, messages };
}
