import type { ReplyOf, RequestDefinition, RequestOf } from '@exchange/contract/bus';
import { type Address, type Partition, partitionOf, reject, type Result } from '@exchange/core/kernel';
import type { Requester } from '@exchange/platform';
import { type OwnerAnswer, PartitionOwners } from './partition-owners';

/** How long an answer is waited for; a command carries the same deadline, after which it is refused. */
export const REPLY_MS_MAX = 5_000;

/** Requests to the owners of accounts in this gateway's name, with a bounded number under way. */
export class AccountOwner {
  /** Which partitions are owned together, as far as it was heard. */
  readonly partitions = new PartitionOwners();
  private underWay = 0;

  constructor(
    private readonly requester: Requester,
    private readonly sender: string,
    private readonly underWayMax: number,
  ) {}

  /** Whether no answer is waited for. */
  get idle(): boolean {
    return this.underWay === 0;
  }

  /** Sends at once, so that requests leave in the order of the calls. UNAVAILABLE when too many are under way. */
  ask<D extends RequestDefinition>(
    definition: D,
    account: Address,
    request: RequestOf<D>,
  ): Promise<Result<ReplyOf<D>>> {
    return this.askPartition(definition, partitionOf(account), request);
  }

  /** As `askPartition`, also when too many requests are under way: for what must not wait. */
  tell<D extends RequestDefinition>(
    definition: D,
    owner: Partition,
    request: RequestOf<D>,
  ): Promise<Result<ReplyOf<D>>> {
    return this.requester.ask(definition, [owner, this.sender], request, REPLY_MS_MAX);
  }

  async askPartition<D extends RequestDefinition>(
    definition: D,
    owner: Partition,
    request: RequestOf<D>,
  ): Promise<Result<ReplyOf<D>>> {
    if (this.underWay >= this.underWayMax) {
      return reject('UNAVAILABLE', 'too many commands are under way; nothing was done, try again');
    }
    this.underWay += 1;
    try {
      return await this.requester.ask(definition, [owner, this.sender], request, REPLY_MS_MAX);
    } finally {
      this.underWay -= 1;
    }
  }
}

/** An owner's answer to what it was asked about accounts of whatever partitions. */
export function ownerAnswer(
  reply: Result<{ readonly partitions?: readonly number[] | undefined }>,
): OwnerAnswer {
  if (reply.ok) return { kind: 'answered', partitions: reply.value.partitions };
  return { kind: reply.code === 'UNAVAILABLE' ? 'not_taken' : 'unknown' };
}
