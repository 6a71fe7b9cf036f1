import type { MessageDefinition } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import type { Static, TSchema } from '@sinclair/typebox';
import type { LedgerTurn } from './request-handler';

/** One kind of log message: its file in the inbox. What a log says can't be refused. */
export interface LogHandler<S extends TSchema> {
  readonly definition: MessageDefinition<S>;
  /** The accounts whose rows the decision needs. */
  accounts(message: Static<S>): readonly Address[];
  apply(turn: LedgerTurn, message: Static<S>): void;
}
