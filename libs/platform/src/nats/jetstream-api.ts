import type { StreamName } from '@exchange/contract/bus';
import { decodeJson, encodeJson } from '@exchange/contract/bus';
import { assert } from '@exchange/core/kernel';
import type { NatsConnection } from '@nats-io/transport-node';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { UnavailableError } from '../ports';

const TIMEOUT_MS = 3_000;

/** The header with the writer's own dense sequence. */
export const SEQ_HEADER = 'X-Seq';

/** A message's place in its stream, and its writer's sequence. */
export interface LastMessage {
  readonly streamSeq: number;
  readonly seq: number;
}

interface ApiReply {
  readonly error?: { readonly err_code?: number; readonly description?: string };
}

/** The few JetStream requests that a service makes; none of them administers a stream. */
export class JetstreamApi {
  private manager: Promise<JetStreamManager> | undefined;

  constructor(private readonly connection: NatsConnection) {}

  /** The last message of a subject, or of all subjects of a filter; zeros when there is none. */
  async last(stream: StreamName, filter: string): Promise<LastMessage> {
    this.manager ??= jetstreamManager(this.connection, { checkAPI: false, timeout: TIMEOUT_MS });
    const { streams } = await this.manager;
    const message = await streams
      .getMessage(stream, { last_by_subj: filter })
      .catch((error: unknown) => unavailable(error, `reading ${stream}`));
    if (message === null) return { streamSeq: 0, seq: 0 };
    return { streamSeq: message.seq, seq: parseSeq(message.header.get(SEQ_HEADER), message.subject) };
  }

  /** When the stream was created: another time means another incarnation of it. */
  async created(stream: StreamName): Promise<string> {
    const reply = await this.ask<{ created: string }>(`$JS.API.STREAM.INFO.${stream}`, {});
    return reply.created;
  }

  /** Makes an ephemeral push consumer of one filter. */
  async createConsumer(stream: StreamName, config: { name: string; filter_subject: string }): Promise<void> {
    const subject = `$JS.API.CONSUMER.CREATE.${stream}.${config.name}.${config.filter_subject}`;
    await this.ask(subject, { stream_name: stream, config });
  }

  private async ask<R>(subject: string, body: object): Promise<R> {
    const message = await this.connection
      .request(subject, encodeJson(body), { timeout: TIMEOUT_MS })
      .catch((error: unknown) => unavailable(error, subject));
    const reply = decodeJson(message.data) as ApiReply & R;
    if (reply.error) throw new UnavailableError(`${subject}: ${reply.error.description ?? 'refused'}`);
    return reply;
  }
}

function unavailable(error: unknown, what: string): never {
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
