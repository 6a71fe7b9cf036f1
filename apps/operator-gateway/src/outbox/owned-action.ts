import { operatorCommands, type RequestDefinition } from '@exchange/contract/bus';
import { partitionOf } from '@exchange/core/kernel';
import type { OperatorReply } from '@exchange/core/message';
import type { ActionName, Json } from '@exchange/core/operator';

/** The request by which an action reaches the owner of what it changes. */
export interface OwnedAction {
  readonly definition: RequestDefinition<unknown, OperatorReply>;
  /** What fills the subject before the sender; `content` fits the definition. */
  place(content: Json): readonly (string | number)[];
}

/** The partition of account-service where everything is decided that concerns all accounts. */
const HOME = 0;

const ofAll = <Q>(definition: RequestDefinition<Q, OperatorReply>): OwnedAction => ({
  definition: definition as RequestDefinition<unknown, OperatorReply>,
  place: () => [HOME],
});

const ofAccount = <Q>(definition: RequestDefinition<Q, OperatorReply>): OwnedAction => ({
  definition: definition as RequestDefinition<unknown, OperatorReply>,
  place: (content) => [partitionOf((content as { account: Parameters<typeof partitionOf>[0] }).account)],
});

/** Every action that an owner carries out; `set-roles` is the desk's own. */
export const OWNED: Readonly<Partial<Record<ActionName, OwnedAction>>> = {
  'list-token': ofAll(operatorCommands.listToken),
  'edit-token': ofAll(operatorCommands.editToken),
  'list-market': ofAll(operatorCommands.listMarket),
  'edit-market': ofAll(operatorCommands.editMarket),
  'set-market-status': ofAll(operatorCommands.setMarketStatus),
  'set-account-limits': ofAccount(operatorCommands.setAccountLimits),
};
