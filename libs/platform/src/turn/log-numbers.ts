import type { ServiceName } from '@exchange/contract/bus';
import { assert } from '@exchange/core/kernel';
import type { LogOutput, LogPosition, OutboxMessage } from '../ports';

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

  get subjects(): ReadonlyMap<string, number> {
    return this.heads;
  }

  /** Numbers and encodes a message; a definition of another writer is a defect. */
  number({ definition, parameters, content }: LogOutput): OutboxMessage {
    const { pattern, writer, kind } = definition;
    assert(kind === 'log' && writer === this.writer, `${this.writer} must not write ${pattern}`);
    const subject = definition.subject(...parameters);
    const seq = (this.heads.get(subject) ?? 0) + 1;
    this.heads.set(subject, seq);
    const data = definition.encode({ ...content, seq });
    if (this.verify) definition.decode(data);
    return { subject, seq, data };
  }
}
