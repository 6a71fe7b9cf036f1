import type { ReplyOf, RequestDefinition, RequestOf } from '@exchange/contract/bus';
import {
  type Address,
  type Partition,
  partitionOf,
  reject,
  type Rejection,
  type Result,
} from '@exchange/core/kernel';
import type { Requester } from '@exchange/platform';
import { type AnswerPace, PacedLimit } from '../limits/paced-limit';
import { type OwnerAnswer, PartitionOwners } from './partition-owners';
import { urgencyOf } from './urgency';

/** How long an answer is waited for. */
export const REPLY_MS_MAX = 5_000;
/** What its owner hasn't taken by then it refuses, so that its sender hears of it while it still waits. */
export const TAKEN_MS_MAX = 3_500;

/** Others' orders before it in the queue, and the same again until the engine's decision is told: within a second. */
const PLAIN: AnswerPace = { targetMs: 300, lateMs: 500, first: 128, least: 16 };
const URGENT: AnswerPace = { targetMs: 500, lateMs: 2_000, first: 64, least: 16 };

/** As many owners as there may be; partitions that moved leave names behind. */
const OWNERS_MAX = 64;

type OwnerLimits = Readonly<Record<'plain' | 'urgent', PacedLimit>>;

interface AccountOwnerOptions {
  readonly requester: Requester;
  /** The gateway's own token on the bus. */
  readonly sender: string;
  /** Requests that may wait for an answer at once, whatever the owner can do. */
  readonly underWayMax: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/**
 * Requests to the owners of accounts in this gateway's name. Of accounts' commands and queries no more are under way than
 * are answered in time; the rest is refused at once, and tells when to try again (docs/decisions/refuse-at-once.md).
 */
export class AccountOwner {
  /** Which partitions are owned together, as far as it was heard. */
  readonly partitions = new PartitionOwners();
  private underWay = 0;
  /** Per owner: what one is behind with keeps nothing from another. */
  private readonly limits = new Map<string, OwnerLimits>();

  constructor(private readonly options: AccountOwnerOptions) {}

  /** Whether no answer is waited for. */
  get idle(): boolean {
    return this.underWay === 0;
  }

  /** Sends at once, so that requests leave in the order of the calls. UNAVAILABLE when it wouldn't be answered in time. */
  async ask<D extends RequestDefinition>(
    definition: D,
    account: Address,
    request: RequestOf<D>,
    withinMs?: number,
  ): Promise<Result<ReplyOf<D>>> {
    const owner = partitionOf(account);
    const urgency = urgencyOf(definition);
    if (urgency === 'login') return this.askPartition(definition, owner, request, withinMs);
    const limit = this.limitsOf(owner)[urgency];
    const { now } = this.options;
    if (this.isFull || !limit.hasRoom(owner, account, now())) return tooMuch(limit.refuse(now()));
    const ticket = limit.begin(owner, account, now());
    try {
      const reply = await this.askPartition(definition, owner, request, withinMs);
      limit.end(ticket, now(), tellsPace(reply));
      return reply;
    } catch (error) {
      limit.end(ticket, now(), false);
      throw error;
    }
  }

  /** What an order is refused with that would not be answered in time if it were sent now; undefined else. */
  refusalNow(account: Address): Rejection | undefined {
    const owner = partitionOf(account);
    const { plain } = this.limitsOf(owner);
    const now = this.options.now();
    return !this.isFull && plain.hasRoom(owner, account, now) ? undefined : tooMuch(plain.refuse(now));
  }

  /** What an order is refused with that would have to wait here already while the owner doesn't keep up; undefined else. */
  refusalToWait(account: Address): Rejection | undefined {
    const owner = partitionOf(account);
    const { plain } = this.limitsOf(owner);
    return plain.isBehind(owner, this.options.now()) ? tooMuch(plain.retrySeconds) : undefined;
  }

  private get isFull(): boolean {
    return this.underWay >= this.options.underWayMax;
  }

  private limitsOf(owner: Partition): OwnerLimits {
    const name = this.partitions.nameOf(owner);
    const known = this.limits.get(name);
    if (known !== undefined) return known;
    if (this.limits.size >= OWNERS_MAX) this.limits.clear();
    const limits = { plain: new PacedLimit(PLAIN), urgent: new PacedLimit(URGENT) };
    this.limits.set(name, limits);
    return limits;
  }

  /** As `askPartition`, also when too many requests are under way: for what must not wait. */
  tell<D extends RequestDefinition>(
    definition: D,
    owner: Partition,
    request: RequestOf<D>,
    withinMs: number = REPLY_MS_MAX,
  ): Promise<Result<ReplyOf<D>>> {
    const { requester, sender } = this.options;
    return requester.ask(definition, [owner, sender], request, withinMs);
  }

  /** Asks for what no account waits in line for: the gateway's own questions, and what belongs to a login. */
  async askPartition<D extends RequestDefinition>(
    definition: D,
    owner: Partition,
    request: RequestOf<D>,
    withinMs: number = REPLY_MS_MAX,
  ): Promise<Result<ReplyOf<D>>> {
    if (this.isFull) return tooMuch(1);
    this.underWay += 1;
    try {
      return await this.tell(definition, owner, request, withinMs);
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

/** Whether the owner took it in its turn: what it drops because that came too late it names a time for. */
const tellsPace = (reply: Result<unknown>): boolean =>
  reply.ok || reply.code !== 'UNAVAILABLE' || reply.retryAfterMs !== undefined;

/** As the refusal for spent points says it, so that programs read the time in one way. */
const tooMuch = (seconds: number): Rejection => ({
  ...reject(
    'UNAVAILABLE',
    `more is asked for than can be answered in time; nothing was done, try again in ${seconds} s`,
  ),
  retryAfterMs: seconds * 1000,
});
