import {
  engineCommands,
  gatewayCommands,
  operatorCommands,
  type RequestDefinition,
} from '@exchange/contract/bus';
import { type Address, partitionOf } from '@exchange/core/kernel';
import type { OperatorReply } from '@exchange/core/message';
import type { ActionName, Json } from '@exchange/core/operator';

/** Who decides: a partition of account-service or a group of them, or one process by its name. */
export type Place =
  | { readonly partition: number }
  /** Any partition of it decides. */
  | { readonly group: string }
  /** The active process of the engine, or one of its processes. */
  | { readonly engine: string; readonly process?: string }
  | { readonly gateway: string };

/** The request by which an action reaches the owner of what it changes. */
export interface OwnedAction {
  readonly definition: RequestDefinition<unknown, OperatorReply>;
  /** `content` fits the definition. */
  place(content: Json): Place;
}

/** The partition of account-service where everything is decided that concerns all accounts. */
export const HOME = 0;

const owned = <Q>(
  definition: RequestDefinition<Q, OperatorReply>,
  place: OwnedAction['place'] = () => ({ partition: HOME }),
): OwnedAction => ({ definition: definition as RequestDefinition<unknown, OperatorReply>, place });

const field = (content: Json, name: string): string =>
  String((content as Readonly<Record<string, Json>>)[name]);

const ofAccount = (content: Json) => ({ partition: partitionOf(field(content, 'account') as Address) });
const ofGroup = (content: Json) => ({ group: field(content, 'group') });
const ofEngine = (content: Json) => ({ engine: field(content, 'to') });
const ofEngineProcess = (content: Json) => ({
  ...{ engine: field(content, 'engine'), process: field(content, 'process') },
});
const ofGateway = (content: Json) => ({ gateway: field(content, 'process') });

/** Every action that an owner carries out; `set-roles` is the desk's own. */
export const OWNED: Readonly<Record<Exclude<ActionName, 'set-roles'>, OwnedAction>> = {
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
  'move-market': owned(engineCommands.moveMarket, ofEngine),
  'drain-engine': owned(engineCommands.drainEngine, ofEngineProcess),
  // The same is asked of every gateway, whichever it is.
  'drain-gateway': owned(gatewayCommands.drainWsGateway, ofGateway),
};
