import { attesterCommands } from '@exchange/contract/bus';
import type { AttestationReply, AttestationRequest } from '@exchange/core/message';
import type { Clock, Log, Requester } from '@exchange/platform';
import type { BatchAttester } from './batch-attester';

const ANSWER_WITHIN_MS = 5_000;
/** A standby takes over in less: what lasts longer needs somebody who looks. */
const SILENCE_BELIEVED_MS = 10_000;
const ALARM_EVERY_MS = 60_000;

interface AttesterDeps {
  readonly requester: Requester;
  /** The name of this process in subjects. */
  readonly sender: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The attester on the bus. While it doesn't answer settlement waits, and says so. */
export class RequestingAttester implements BatchAttester {
  #silentSince: number | undefined;
  #alarmedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: AttesterDeps) {}

  async attest(request: AttestationRequest): Promise<AttestationReply | undefined> {
    const { requester, sender } = this.deps;
    const answer = await requester.ask(attesterCommands.attestBatch, [sender], request, ANSWER_WITHIN_MS);
    if (answer.ok) {
      this.#silentSince = undefined;
      return answer.value;
    }
    this.#silent(answer.message);
    return undefined;
  }

  #silent(reason: string): void {
    const { clock, log } = this.deps;
    const now = clock.steady();
    this.#silentSince ??= now;
    const silentMs = now - this.#silentSince;
    if (silentMs < SILENCE_BELIEVED_MS || now - this.#alarmedAt < ALARM_EVERY_MS) return;
    this.#alarmedAt = now;
    log.error({ alarm: 'attester_silent', silentMs, reason }, 'nobody attests batches: settlement waits');
  }
}
