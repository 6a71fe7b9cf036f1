import { decodeJson, type StreamName } from '@exchange/contract/bus';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { LogMismatchError, UnavailableError } from '../ports';
import { type JetstreamApi, type LastMessage, SEQ_HEADER } from './jetstream-api';
import { traceHeaders } from './trace-headers';

const TIMEOUT_MS = 3_000;
const WRONG_LAST_SEQUENCE = 10071;

interface Known extends LastMessage {
  /** The broker was asked, so what lies between its last sequence and the next one is known to be pruned. */
  readonly asked: boolean;
}

interface PublishAck {
  readonly seq?: number;
  readonly error?: { readonly err_code?: number; readonly description?: string };
}

/** Stores log messages, each fenced by the last one of its subject. */
export class LogPublisher {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly connection: NatsConnection,
    private readonly api: JetstreamApi,
  ) {}

  async lastSeq(stream: StreamName, subject: string): Promise<number> {
    return (await this.ask(stream, subject, true)).seq;
  }

  async publish(
    stream: StreamName,
    subject: string,
    messages: readonly { seq: number; data: Uint8Array }[],
  ): Promise<void> {
    for (const { seq, data } of messages) {
      const last = this.known.get(subject) ?? (await this.ask(stream, subject, false));
      // Forgotten until it is acknowledged: whatever goes wrong, the broker is asked next time.
      this.known.delete(subject);
      const follows = last.seq === seq - 1 || (last.asked && last.seq < seq);
      if (!follows) throw new LogMismatchError(`${subject} ends at ${last.seq}, not before ${seq}`);
      const streamSeq = await this.store(subject, seq, data, last.streamSeq);
      this.known.set(subject, { streamSeq, seq, asked: false });
    }
  }

  private async store(subject: string, seq: number, data: Uint8Array, lastSeq: number): Promise<number> {
    const stamped = traceHeaders() ?? headers();
    stamped.set(SEQ_HEADER, String(seq));
    stamped.set('Nats-Expected-Last-Subject-Sequence', String(lastSeq));
    let ack: PublishAck;
    try {
      const reply = await this.connection.request(subject, data, { timeout: TIMEOUT_MS, headers: stamped });
      ack = decodeJson(reply.data) as PublishAck;
    } catch (error) {
      throw new UnavailableError(`storing ${subject} ${seq}: ${String(error)}`, { cause: error });
    }
    if (ack.error?.err_code === WRONG_LAST_SEQUENCE) {
      throw new LogMismatchError(`${subject}: ${ack.error.description ?? 'wrong last sequence'}`);
    }
    if (ack.error || ack.seq === undefined) {
      throw new UnavailableError(
        `storing ${subject} ${seq}: ${ack.error?.description ?? 'no acknowledgement'}`,
      );
    }
    return ack.seq;
  }

  private async ask(stream: StreamName, subject: string, asked: boolean): Promise<Known> {
    const known = { ...(await this.api.last(stream, subject)), asked };
    this.known.set(subject, known);
    return known;
  }
}
