import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { type Context, context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

/** Headers with the current trace (`traceparent`), or undefined when nothing is traced. */
export function traceHeaders(): MsgHdrs | undefined {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  const entries = Object.entries(carrier);
  if (entries.length === 0) return undefined;
  const made = headers();
  for (const [key, value] of entries) made.set(key, value);
  return made;
}

/** The trace that a message belongs to. */
export function traceOf(message: { readonly headers?: MsgHdrs | undefined }): Context {
  const found = message.headers;
  if (!found) return ROOT_CONTEXT;
  return propagation.extract(ROOT_CONTEXT, found, {
    keys: (carrier) => carrier.keys(),
    get: (carrier, key) => carrier.get(key) || undefined,
  });
}
