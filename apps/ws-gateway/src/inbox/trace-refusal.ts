import { isFault } from '@exchange/core/kernel';
import type { CommandName } from '@exchange/core/wire';
import { traceFault, type TracePoint } from '@exchange/platform';

interface RefusedCommand {
  /** Undefined of what is no command. */
  readonly command: CommandName | undefined;
  readonly waitedMs?: number;
  /** That of its frame, if it was kept; the active one without it. */
  readonly trace?: TracePoint | undefined;
}

/** Traces what is refused by our own fault; what a client did wrong it leaves. */
export function traceRefusal(code: string, { command, waitedMs = 0, trace }: RefusedCommand): void {
  if (isFault(code)) traceFault({ code, waitedMs, attributes: { command }, trace });
}
