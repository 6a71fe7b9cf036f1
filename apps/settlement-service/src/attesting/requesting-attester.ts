import { attesterCommands } from '@exchange/contract/bus';
import { type AttestationReply, type AttestationRequest, isNotYet } from '@exchange/core/message';
import type { Clock, Log, Requester } from '@exchange/platform';
import type { BatchAttester } from './batch-attester';
import { LastingTrouble } from './lasting-trouble';

const ANSWER_WITHIN_MS = 5_000;
/** A standby takes over in less: what lasts longer needs somebody who looks. */
const SILENCE_BELIEVED_MS = 10_000;
/** Its node may be some blocks behind ours. */
const DELAY_BELIEVED_MS = 60_000;

interface AttesterDeps {
  readonly requester: Pick<Requester, 'ask'>;
  /** The name of this process in subjects. */
  readonly sender: string;
  readonly clock: Pick<Clock, 'steady'>;
  readonly log: Pick<Log, 'error'>;
}

/** The attester on the bus. While it doesn't answer, or attests nothing yet, settlement waits, and says so. */
export class RequestingAttester implements BatchAttester {
  readonly #silence = new LastingTrouble(SILENCE_BELIEVED_MS);
  readonly #delay = new LastingTrouble(DELAY_BELIEVED_MS);
  /** The latest time of a batch that the attester put off, in Unix seconds. */
  #putOff = 0;

  constructor(private readonly deps: AttesterDeps) {}

  async attest(request: AttestationRequest): Promise<AttestationReply | undefined> {
    const { requester, sender } = this.deps;
    const answer = await requester.ask(attesterCommands.attestBatch, [sender], request, ANSWER_WITHIN_MS);
    if (!answer.ok) {
      this.#silent(answer.message);
      return undefined;
    }
    this.#silence.over();
    this.#heed(request, answer.value);
    return answer.value;
  }

  #silent(reason: string): void {
    const { clock, log } = this.deps;
    const silentMs = this.#silence.seen(clock.steady());
    if (silentMs === undefined) return;
    log.error({ alarm: 'attester_silent', silentMs, reason }, 'nobody attests batches: settlement waits');
  }

  /** Whether it is ready for batches of now: what it says of one whose time was nearer, or is over, doesn't tell. */
  #heed({ validUntil }: AttestationRequest, reply: AttestationReply): void {
    const { clock, log } = this.deps;
    if (!isPutOff(reply)) {
      if (validUntil >= this.#putOff) this.#delay.over();
      return;
    }
    this.#putOff = Math.max(this.#putOff, validUntil);
    const behindMs = this.#delay.seen(clock.steady());
    if (behindMs === undefined) return;
    const fields = { behindMs, reason: reply.reason };
    log.error({ alarm: 'attester_behind', ...fields }, 'the attester puts every batch off: settlement waits');
  }
}

type Refusal = Extract<AttestationReply, { kind: 'refused' }>;

/** Whether the batch as a whole must wait. */
const isPutOff = (reply: AttestationReply): reply is Refusal =>
  reply.kind === 'refused' && reply.tradeIds.length === 0 && isNotYet(reply.reason);
