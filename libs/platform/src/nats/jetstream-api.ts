import type { StreamName } from '@exchange/contract/bus';
import { assert } from '@exchange/core/kernel';
import { type ConsumerConfig, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { UnavailableError } from '../ports';

/** How long an answer of JetStream is waited for. */
export const JETSTREAM_MS_MAX = 3_000;

/** The header with the writer's own dense sequence. */
export const SEQ_HEADER = 'X-Seq';

/** A message's place in its stream, and its writer's sequence. */
export interface LastMessage {
  readonly streamSeq: number;
  readonly seq: number;
}

/** The few JetStream requests that a service makes; none of them administers a stream. */
export class JetstreamApi {
  /** Asks the broker nothing by itself. */
  private readonly manager: Promise<JetStreamManager>;

  constructor(connection: NatsConnection) {
    this.manager = jetstreamManager(connection, { checkAPI: false, timeout: JETSTREAM_MS_MAX });
  }

  /** The last message of a subject, or of all subjects of a filter; zeros when there is none. */
  async last(stream: StreamName, filter: string): Promise<LastMessage> {
    const { streams } = await this.manager;
    const message = await streams
      .getMessage(stream, { last_by_subj: filter })
      .catch((error: unknown) => unavailable(error, `reading ${stream}`));
    if (message === null) return { streamSeq: 0, seq: 0 };
    return { streamSeq: message.seq, seq: parseSeq(message.header.get(SEQ_HEADER), message.subject) };
  }

  /** When the stream was created: another time means another incarnation of it. */
  async created(stream: StreamName): Promise<string> {
    const { streams } = await this.manager;
    const info = await streams
      .info(stream)
      .catch((error: unknown) => unavailable(error, `asking for ${stream}`));
    return info.created;
  }

  /** Makes an ephemeral push consumer of one filter. */
  async createConsumer(stream: StreamName, config: Partial<ConsumerConfig>): Promise<void> {
    const { consumers } = await this.manager;
    await consumers
      .add(stream, config)
      .catch((error: unknown) => unavailable(error, `a consumer of ${stream}`));
  }
}

/** Throws what any failure of the broker is to its callers. */
export function unavailable(error: unknown, what: string): never {
  throw new UnavailableError(`${what}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

/** The dense sequence of a stored message; one without it is not ours. */
export function parseSeq(text: string | undefined, subject: string): number {
  const seq = Number(text);
  assert(Number.isSafeInteger(seq) && seq > 0, `message of ${subject} has no sequence`);
  return seq;
}
