import type { StreamName } from '@exchange/contract/bus';
import { jetstream, JetStreamApiCodes, JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { type LogMessage, LogMismatchError } from '../ports';
import { JETSTREAM_MS_MAX, JetstreamApi, type LastMessage, SEQ_HEADER, unavailable } from './jetstream-api';
import { traceHeaders } from './trace-headers';

interface Known extends LastMessage {
  /** The broker was asked, so what lies between its last sequence and the next one is known to be pruned. */
  readonly asked: boolean;
}

/** Stores log messages, each fenced by the last one of its subject. */
export class LogPublisher {
  private readonly known = new Map<string, Known>();

  private readonly api: JetstreamApi;
  private readonly client: JetStreamClient;

  constructor(connection: NatsConnection) {
    this.api = new JetstreamApi(connection);
    this.client = jetstream(connection, { timeout: JETSTREAM_MS_MAX });
  }

  async lastSeq(stream: StreamName, subject: string): Promise<number> {
    return (await this.ask(stream, subject, true)).seq;
  }

  lastSubject(stream: StreamName, filter: string): Promise<string | undefined> {
    return this.api.lastSubject(stream, filter);
  }

  async publish(stream: StreamName, subject: string, messages: readonly LogMessage[]): Promise<void> {
    for (const message of messages) {
      const { seq } = message;
      const last = this.known.get(subject) ?? (await this.ask(stream, subject, false));
      // Forgotten until it is acknowledged: whatever goes wrong, the broker is asked next time.
      this.known.delete(subject);
      const follows = last.seq === seq - 1 || (last.asked && last.seq < seq);
      if (!follows) throw new LogMismatchError(`${subject} ends at ${last.seq}, not before ${seq}`);
      const streamSeq = await this.storeAfter(stream, subject, message, last);
      this.known.set(subject, { streamSeq, seq, asked: false });
    }
  }

  /** Goes on behind what no writer stored there: the broker sends its answers wherever it is asked to. */
  private async storeAfter(stream: StreamName, subject: string, message: LogMessage, last: Known) {
    try {
      return await this.store(subject, message, last.streamSeq);
    } catch (error) {
      if (!(error instanceof LogMismatchError)) throw error;
      const now = await this.api.last(stream, subject);
      if (now.seq !== last.seq || now.streamSeq <= last.streamSeq) throw error;
      return this.store(subject, message, now.streamSeq);
    }
  }

  private async store(subject: string, { seq, data, trace }: LogMessage, lastSeq: number): Promise<number> {
    const stamped = (trace && traceHeaders(trace)) ?? headers();
    stamped.set(SEQ_HEADER, String(seq));
    const expect = { lastSubjectSequence: lastSeq };
    try {
      const stored = await this.client.publish(subject, data, { headers: stamped, expect });
      // Without a number the next message wouldn't be fenced.
      if (!Number.isSafeInteger(stored.seq)) throw new Error('no acknowledgement');
      return stored.seq;
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence)
        throw new LogMismatchError(`${subject}: ${error.message}`, { cause: error });
      return unavailable(error, `storing ${subject} ${seq}`);
    }
  }

  private async ask(stream: StreamName, subject: string, asked: boolean): Promise<Known> {
    const known = { ...(await this.api.last(stream, subject)), asked };
    this.known.set(subject, known);
    return known;
  }
}
