import { operatorCommands, type RequestDefinition } from '@exchange/contract/bus';
import { type Address, partitionOf } from '@exchange/core/kernel';
import type { OperatorReply } from '@exchange/core/message';
import type { ActionName, Json } from '@exchange/core/operator';

/** The request by which an action reaches the owner of what it changes. */
export interface OwnedAction {
  readonly definition: RequestDefinition<unknown, OperatorReply>;
  /** Which partition decides; a group's name stands for any of its partitions. `content` fits the definition. */
  place(content: Json): number | { readonly group: string };
}

/** The partition of account-service where everything is decided that concerns all accounts. */
export const HOME = 0;

const owned = <Q>(
  definition: RequestDefinition<Q, OperatorReply>,
  place: OwnedAction['place'] = () => HOME,
): OwnedAction => ({ definition: definition as RequestDefinition<unknown, OperatorReply>, place });

const ofAccount = (content: Json): number => partitionOf((content as { account: Address }).account);
const ofGroup = (content: Json) => ({ group: (content as { group: string }).group });

/** Every action that an owner carries out; `set-roles` is the desk's own. */
export const OWNED: Readonly<Partial<Record<ActionName, OwnedAction>>> = {
  'list-token': owned(operatorCommands.listToken),
  'edit-token': owned(operatorCommands.editToken),
  'list-market': owned(operatorCommands.listMarket),
  'edit-market': owned(operatorCommands.editMarket),
  'set-market-status': owned(operatorCommands.setMarketStatus),
  'cancel-market-orders': owned(operatorCommands.cancelMarketOrders),
  'announce-fees': owned(operatorCommands.announceFees),
  'set-account-limits': owned(operatorCommands.setAccountLimits, ofAccount),
  'freeze-account': owned(operatorCommands.freezeAccount, ofAccount),
  'unfreeze-account': owned(operatorCommands.unfreezeAccount, ofAccount),
  'pause-withdrawals': owned(operatorCommands.pauseWithdrawals),
  'resume-withdrawals': owned(operatorCommands.resumeWithdrawals),
  'cover-shortfall': owned(operatorCommands.coverShortfall, ofAccount),
  'move-group': owned(operatorCommands.moveGroup, ofGroup),
};
