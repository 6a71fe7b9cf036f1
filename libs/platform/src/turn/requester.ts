import type { ReplyOf, RequestDefinition, RequestOf } from '@exchange/contract/bus';
import { ok, reject, rejectionFrom, type Result } from '@exchange/core/kernel';
import { type Bus, NoReplyError, UnavailableError } from '../ports';
import { type RequestMeter, silentRequestMeter } from '../metrics/request-meter';
import { activeTrace, inRequestSpan } from '../telemetry/spans';

/** Asks the owners of state, with the types of the bus contract. */
export class Requester {
  constructor(
    private readonly bus: Bus,
    private readonly meter: RequestMeter = silentRequestMeter,
  ) {}

  /**
   * Sends a command or query; `parameters` fill the subject's `*` in order. Refusals are the owner's, or UNAVAILABLE
   * (nobody took it, it was not carried out), or UNKNOWN_OUTCOME (no reply within `timeoutMs`).
   */
  async ask<D extends RequestDefinition>(
    definition: D,
    parameters: readonly (string | number)[],
    request: RequestOf<D>,
    timeoutMs: number,
  ): Promise<Result<ReplyOf<D>>> {
    const subject = definition.subject(...parameters);
    const began = performance.now();
    const reply = await this.answer(definition, subject, request, timeoutMs);
    const outcome = reply.ok ? 'ok' : reply.code;
    this.meter.ended(subject, outcome, performance.now() - began, activeTrace()?.traceId);
    return reply;
  }

  private async answer<D extends RequestDefinition>(
    definition: D,
    subject: string,
    request: RequestOf<D>,
    timeoutMs: number,
  ): Promise<Result<ReplyOf<D>>> {
    try {
      const sent = definition.encodeRequest(request);
      const data = await inRequestSpan(subject, () => this.bus.request(subject, sent, timeoutMs));
      const reply = definition.decodeReply(data);
      return reply.ok ? ok(reply.value as ReplyOf<D>) : rejectionFrom(reply);
    } catch (error) {
      if (error instanceof UnavailableError) {
        const what = 'the service is not available now; nothing was done, try again';
        return { ...reject('UNAVAILABLE', what), notTaken: true };
      }
      if (error instanceof NoReplyError) {
        return reject('UNKNOWN_OUTCOME', 'no answer came in time; it may have been done or not');
      }
      throw error;
    }
  }
}
