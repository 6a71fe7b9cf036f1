import type { Attributes } from '@opentelemetry/api';
import type { TracePoint } from '../ports';
import { activeTrace, beginKept, endSpan, startSpanBelow, withTrace } from './spans';

/** Faults in a second that begin traces of their own: under overload everything is one. */
const PER_SECOND_MAX = 10;
const SECOND_MS = 1_000;

let second = { began: Number.NEGATIVE_INFINITY, faults: 0 };

interface Fault {
  /** What the client was refused with, or what failed. */
  readonly code: string;
  /** How long it had been here, in ms. */
  readonly waitedMs: number;
  readonly attributes: Attributes;
  /** Where it belongs, if that was kept; the active span without it. */
  readonly trace?: TracePoint | undefined;
}

/**
 * Traces a refusal by our own fault, always: in the trace that it belongs to, or, if that was not kept, as the only span of a
 * new one that begins when what is refused came. `told` is run in it, so that its lines in the log say which trace.
 */
export function traceFault(
  { code, waitedMs, attributes, trace = activeTrace() }: Fault,
  told: () => void = () => undefined,
): void {
  // A number below the time origin counts from there (OpenTelemetry, TimeInput).
  const startTime = performance.now() - waitedMs;
  const options = { startTime, attributes: { ...attributes, 'refusal.code': code } };
  const span = trace ? startSpanBelow(trace, 'refusal', options) : begun(options);
  if (span === undefined) return told();
  withTrace(span.spanContext(), told);
  endSpan(span, code);
}

function begun(options: { readonly startTime: number; readonly attributes: Attributes }) {
  const now = performance.now();
  if (now - second.began >= SECOND_MS) second = { began: now, faults: 0 };
  second.faults += 1;
  return second.faults > PER_SECOND_MAX ? undefined : beginKept('refusal', options);
}
