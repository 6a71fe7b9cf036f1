import type { ReplyOf, RequestDefinition, RequestOf } from '@exchange/contract/bus';
import type { Result } from '@exchange/core/kernel';
import { type Bus, type Clock, Requester, type RequestMeter } from '@exchange/platform';

/** So long a partition may be nobody's before that is told, in ms: longer than a group takes to come to another process. */
const PATIENCE_MS = 500;
const AGAIN_MS = 20;

/**
 * Asks owners of partitions, and asks again what surely nobody took: a group on its way to another process is nobody's for a
 * moment. Requests to a partition leave in the order of the calls also then: while one is asked again, the others wait.
 */
export class PatientRequester extends Requester {
  /** Partitions that nobody seems to have; each resolves when somebody has it, or patience is over. */
  private readonly nobodys = new Map<string | number, Promise<void>>();

  constructor(
    bus: Bus,
    private readonly clock: Clock,
    meter?: RequestMeter,
  ) {
    super(bus, meter);
  }

  override async ask<D extends RequestDefinition>(
    definition: D,
    parameters: readonly (string | number)[],
    request: RequestOf<D>,
    timeoutMs: number,
  ): Promise<Result<ReplyOf<D>>> {
    const [owner = ''] = parameters;
    const until = this.clock.steady() + PATIENCE_MS;
    const once = () => super.ask(definition, parameters, request, timeoutMs);
    for (;;) {
      const nobodys = this.nobodys.get(owner);
      if (nobodys !== undefined) await nobodys;
      const reply = await once();
      if (!isNotTaken(reply) || this.clock.steady() >= until) return reply;
      if (!this.nobodys.has(owner)) return this.askAgain(owner, once, until);
    }
  }

  private async askAgain<R>(
    owner: string | number,
    once: () => Promise<Result<R>>,
    until: number,
  ): Promise<Result<R>> {
    let somebody: () => void = () => undefined;
    this.nobodys.set(owner, new Promise((resolve) => (somebody = resolve)));
    try {
      for (;;) {
        await this.clock.sleep(AGAIN_MS);
        const reply = await once();
        if (!isNotTaken(reply) || this.clock.steady() >= until) return reply;
      }
    } finally {
      this.nobodys.delete(owner);
      somebody();
    }
  }
}

const isNotTaken = (reply: Result<unknown>): boolean => !reply.ok && reply.notTaken === true;
