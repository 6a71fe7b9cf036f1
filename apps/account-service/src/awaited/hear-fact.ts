import { NO_OPEN_ORDERS } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import type { Fact } from '@exchange/core/ledger';
import type { AccountFact, Origin } from '@exchange/core/message';
import type { AccountBook } from '../accounts/account-book';
import type { RowCollector } from '../outbox/row-collector';
import type { AwaitedCommand } from './awaited-commands';
import { dropAwaited, storeAwaited } from './awaited-rows';

const NOTHING_CANCELED: AccountFact = { kind: 'message', text: NO_OPEN_ORDERS };

/** What a fact means to the commands that wait. */
interface Heard {
  readonly answered: Origin[];
  /** Commands that wait for nothing more, of those whose first answer isn't their last. */
  readonly ended: Origin[];
  /** What is said to those that it leaves without any other answer. */
  readonly messages: readonly (readonly [AccountFact, Origin])[];
}

/** Which commands of the account a fact answers or ends; it is stored that they wait for it no more. */
export function hearFact(rows: RowCollector, { awaited }: AccountBook, account: Address, fact: Fact): Heard {
  const answered: Origin[] = [];
  const ended: Origin[] = [];
  const messages: [AccountFact, Origin][] = [];
  for (const { command, answers, isLast } of awaited.hear(account, fact)) {
    if (answers) answered.push(command.origin);
    else if (isLast && !command.told) messages.push([nothingCanceled(command), command.origin]);
    if (isLast) {
      dropAwaited(rows, command);
      if (command.awaits.kind === 'cancels') ended.push(command.origin);
    } else if (answers && !command.told) {
      command.told = true;
      storeAwaited(rows, command);
    }
  }
  return { answered, ended, messages };
}

function nothingCanceled({ awaits }: AwaitedCommand): AccountFact {
  if (awaits.kind !== 'cancel') return NOTHING_CANCELED;
  return { kind: 'refused', code: 'ORDER_NOT_OPEN', message: `order ${awaits.orderId} is not open` };
}
