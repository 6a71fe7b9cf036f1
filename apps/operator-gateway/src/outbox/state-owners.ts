import { present, type Result } from '@exchange/core/kernel';
import type { OperatorOrder, OperatorReply } from '@exchange/core/message';
import type { ActionStep, PendingOrder } from '@exchange/core/operator';
import { type Requester } from '@exchange/platform';
import { OWNED } from './owned-action';

const ANSWER_MS_MAX = 5_000;

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
  order(order: PendingOrder, hash: OperatorOrder['hash']): Promise<Result<OperatorReply>> {
    return this.ask(order, { order: { seq: order.seq, hash } });
  }

  private ask({ action, content }: ActionStep, more: object): Promise<Result<OperatorReply>> {
    const { definition, place } = present(OWNED[action], `owner of ${action}`);
    const request = { ...(definition.request.read(content) as object), ...more };
    return this.requester.ask(definition, [...place(content), this.sender], request, ANSWER_MS_MAX);
  }
}
