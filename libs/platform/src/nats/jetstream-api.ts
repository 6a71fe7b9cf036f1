import type { StreamName } from '@exchange/contract/bus';
import { jetstreamManager, type JetStreamManager, type StoredMsg } from '@nats-io/jetstream';
import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { UnavailableError } from '../ports';

/** How long an answer of JetStream is waited for. */
export const JETSTREAM_MS_MAX = 3_000;

/** The header with the writer's own dense sequence. */
export const SEQ_HEADER = 'X-Seq';

/** The end of a subject: its last place in the stream, and the sequence of its writer's last message. */
export interface LastMessage {
  readonly streamSeq: number;
  readonly seq: number;
}

/** A message and its place in the stream. */
export interface StoredMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: MsgHdrs | undefined;
  readonly streamSeq: number;
}

/**
 * The few JetStream requests that a service makes. None of them administers anything, and the broker's answers are JSON
 * around what is stored: sent to a subject that isn't the asker's own, they are nothing that anybody takes for a message.
 */
export class JetstreamApi {
  /** Asks the broker nothing by itself. */
  private readonly manager: Promise<JetStreamManager>;

  constructor(connection: NatsConnection) {
    this.manager = jetstreamManager(connection, { checkAPI: false, timeout: JETSTREAM_MS_MAX });
  }

  /** The place of the last message of a subject, or of all subjects of a filter; 0 when there is none. */
  async lastStreamSeq(stream: StreamName, filter: string): Promise<number> {
    return (await this.get(stream, { last_by_subj: filter }))?.seq ?? 0;
  }

  /** The subject of the last message of a filter; undefined when there is none. */
  async lastSubject(stream: StreamName, filter: string): Promise<string | undefined> {
    return (await this.get(stream, { last_by_subj: filter }))?.subject;
  }

  /** The end of a subject, zeros when there is none. What its writer didn't store is passed over. */
  async last(stream: StreamName, subject: string): Promise<LastMessage> {
    const last = await this.get(stream, { last_by_subj: subject });
    if (last === undefined) return { streamSeq: 0, seq: 0 };
    let message: StoredMsg | undefined = last;
    while (message !== undefined) {
      const seq = message.subject === subject ? seqOf({ headers: message.header }) : undefined;
      if (seq !== undefined) return { streamSeq: last.seq, seq };
      message = message.seq > 1 ? await this.get(stream, { seq: message.seq - 1 }) : undefined;
    }
    return { streamSeq: last.seq, seq: 0 };
  }

  /**
   * The next messages of a filter after a place: one for each of `count` places from there on, so fewer when other
   * messages lie between, and none at the end.
   */
  async after(stream: StreamName, filter: string, place: number, count: number): Promise<StoredMessage[]> {
    const places = Array.from({ length: count }, (_, index) => place + 1 + index);
    const found = await Promise.all(
      places.map((seq) => this.get(stream, { seq, next_by_subj: filter } as { seq: number })),
    );
    const messages = found.filter((message) => message !== undefined).map(asStored);
    return messages.filter(({ streamSeq }, index) => streamSeq !== messages[index - 1]?.streamSeq);
  }

  /** When the stream was created: another time means another incarnation of it. */
  async created(stream: StreamName): Promise<string> {
    const { streams } = await this.manager;
    const info = await streams
      .info(stream)
      .catch((error: unknown) => unavailable(error, `asking for ${stream}`));
    return info.created;
  }

  private async get(
    stream: StreamName,
    which: { seq: number } | { last_by_subj: string },
  ): Promise<StoredMsg | undefined> {
    const { streams } = await this.manager;
    const found = await streams
      .getMessage(stream, which)
      .catch((error: unknown) => unavailable(error, `reading ${stream}`));
    return found ?? undefined;
  }
}

const asStored = ({ subject, seq, data, header }: StoredMsg): StoredMessage => ({
  ...{ subject, data, headers: header, streamSeq: seq },
});

/** Throws what any failure of the broker is to its callers. */
export function unavailable(error: unknown, what: string): never {
  throw new UnavailableError(`${what}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

/** The dense sequence of a stored message; undefined for one that no writer of ours stored. */
export function seqOf({ headers }: Pick<StoredMessage, 'headers'>): number | undefined {
  const seq = Number(headers?.get(SEQ_HEADER));
  return Number.isSafeInteger(seq) && seq > 0 ? seq : undefined;
}
