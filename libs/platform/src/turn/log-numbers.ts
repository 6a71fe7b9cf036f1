import { assert, type ServiceName } from '@exchange/core/kernel';
import {
  LOG_BYTES_MAX,
  type LogOutput,
  type LogPosition,
  type OutboxMessage,
  type TracePoint,
} from '../ports';

/** Gives the messages of own subjects their dense sequences. */
export class LogNumbers {
  private readonly heads: Map<string, number>;

  constructor(
    private readonly writer: ServiceName,
    heads: readonly LogPosition[],
    private readonly verify: boolean,
  ) {
    this.heads = new Map(heads.map(({ subject, seq }) => [subject, seq]));
  }

  /** These subjects were another writer's until now. */
  resumeAfter(heads: readonly LogPosition[]): void {
    for (const { subject, seq } of heads) this.heads.set(subject, seq);
  }

  /** Numbers and encodes a message, which carries `trace`; a definition of another writer, or more than the broker takes, is a defect. */
  number({ definition, parameters, content }: LogOutput, trace?: TracePoint): OutboxMessage {
    const { pattern, writer, kind } = definition;
    assert(kind === 'log' && writer === this.writer, `${this.writer} must not write ${pattern}`);
    const subject = definition.subject(...parameters);
    const seq = (this.heads.get(subject) ?? 0) + 1;
    this.heads.set(subject, seq);
    const data = definition.encode({ ...content, seq });
    assert(data.length <= LOG_BYTES_MAX, `${subject} ${seq} has ${data.length} bytes, the broker takes less`);
    if (this.verify) definition.decode(data);
    return { subject, seq, data, trace };
  }
}
