import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { TracePoint } from '../ports';
import { activeTrace, ifKept } from '../telemetry/spans';

/** Headers that carry a span (`traceparent`), the active one by default; undefined when there is none to carry. */
export function traceHeaders(point = activeTrace()): MsgHdrs | undefined {
  if (point === undefined) return undefined;
  const made = headers();
  propagation.inject(trace.setSpanContext(ROOT_CONTEXT, point), made, {
    set: (carrier, key, value) => carrier.set(key, value),
  });
  return made;
}

/** The span that a message was sent in, if its trace is kept. */
export function traceOf(message: { readonly headers?: MsgHdrs | undefined }): TracePoint | undefined {
  const found = message.headers;
  if (!found) return undefined;
  const carried = propagation.extract(ROOT_CONTEXT, found, {
    keys: (carrier) => carrier.keys(),
    get: (carrier, key) => carrier.get(key) || undefined,
  });
  return ifKept(trace.getSpanContext(carried));
}
