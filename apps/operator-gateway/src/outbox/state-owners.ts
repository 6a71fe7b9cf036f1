import { operatorCommands, type ReplyOf } from '@exchange/contract/bus';
import { ok, present, reject, type Result } from '@exchange/core/kernel';
import type { OperatorOrder, OperatorReply } from '@exchange/core/message';
import type { ActionStep } from '@exchange/core/operator';
import type { Requester } from '@exchange/platform';
import { HOME, OWNED, type OwnedAction } from './owned-action';

const ANSWER_MS_MAX = 5_000;

/** Which process of account-service has which accounts. */
export type AccountGroups = ReplyOf<typeof operatorCommands.groupsQuery>;

/** Asks the owners of state, as this process: what would change, or to change it. */
export class StateOwners {
  constructor(
    private readonly requester: Requester,
    private readonly sender: string,
  ) {}

  /** What a step would change, or why its owner refuses it. */
  dryRun(step: ActionStep): Promise<Result<OperatorReply>> {
    return this.ask(step, { dryRun: true });
  }

  /** Has an order carried out. It may be sent again as often as need be: its owner does it once. */
  order(step: ActionStep, order: OperatorOrder): Promise<Result<OperatorReply>> {
    return this.ask(step, { order });
  }

  /** The groups of accounts, and the processes that could have them. */
  groups(): Promise<Result<AccountGroups>> {
    const { groupsQuery } = operatorCommands;
    return this.requester.ask(groupsQuery, [HOME, this.sender], { living: true }, ANSWER_MS_MAX);
  }

  private async ask({ action, content }: ActionStep, more: object): Promise<Result<OperatorReply>> {
    const { definition, place } = present(OWNED[action], `owner of ${action}`);
    const partition = await this.partitionAt(place(content));
    if (!partition.ok) return partition;
    const request = { ...(definition.request.read(content) as object), ...more };
    return this.requester.ask(definition, [partition.value, this.sender], request, ANSWER_MS_MAX);
  }

  private async partitionAt(place: ReturnType<OwnedAction['place']>): Promise<Result<number>> {
    if (typeof place === 'number') return ok(place);
    const known = await this.groups();
    if (!known.ok) return known;
    const { groups } = known.value;
    const partition = groups.find(({ name }) => name === place.group)?.partitions[0];
    const names = groups.map(({ name }) => name).join(', ');
    return partition === undefined
      ? reject('INVALID_FIELD', `there is no group ${place.group}; there are ${names}`)
      : ok(partition);
  }
}
