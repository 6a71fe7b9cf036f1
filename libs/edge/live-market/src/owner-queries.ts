import type { ReplyOf, RequestDefinition, RequestOf } from '@exchange/contract/bus';
import type { Result } from '@exchange/core/kernel';
import type { Requester } from '@exchange/platform';

const REPLY_MS_MAX = 3_000;

/** Questions to market-data about the past, in this gateway's name. */
export class OwnerQueries {
  constructor(
    private readonly requester: Requester,
    private readonly sender: string,
  ) {}

  ask<D extends RequestDefinition>(definition: D, request: RequestOf<D>): Promise<Result<ReplyOf<D>>> {
    return this.requester.ask(definition, [this.sender], request, REPLY_MS_MAX);
  }
}
