import type { MessageDefinition } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import type { LedgerTurn } from './request-handler';

/** One kind of log message: its file in the inbox. What a log says can't be refused. */
export interface LogHandler<M> {
  readonly definition: MessageDefinition<M>;
  /** The accounts whose rows the decision needs. */
  accounts(message: M): readonly Address[];
  apply(turn: LedgerTurn, message: M): void;
}
