import type { Msg } from '@nats-io/transport-node';

const STATUS = 100;

/** What comes from a push consumer: a stored message, a sign of life, or a request to say that we keep up. */
export type ConsumerMessage =
  | { readonly kind: 'stored'; readonly streamSeq: number; readonly consumerSeq: number }
  | { readonly kind: 'heartbeat'; readonly lastConsumerSeq: number; readonly stalled: string | undefined }
  | { readonly kind: 'flow'; readonly reply: string };

/** Reads what JetStream says in status headers and in the acknowledgement subject (nats ADR-15, ADR-22). */
export function parseConsumerMessage(message: Msg): ConsumerMessage | undefined {
  const { headers, reply = '' } = message;
  if (headers?.code === STATUS) {
    if (reply !== '') return { kind: 'flow', reply };
    const stalled = headers.get('Nats-Consumer-Stalled') || undefined;
    return { kind: 'heartbeat', lastConsumerSeq: Number(headers.get('Nats-Last-Consumer')), stalled };
  }
  const tokens = reply.split('.');
  if (tokens[0] !== '$JS' || tokens[1] !== 'ACK' || tokens.length < 9) return undefined;
  // $JS.ACK.[<domain>.<account>.]<stream>.<consumer>.<delivered>.<stream seq>.<consumer seq>.<time>.<pending>
  const at = tokens.length === 9 ? 5 : 7;
  return { kind: 'stored', streamSeq: Number(tokens[at]), consumerSeq: Number(tokens[at + 1]) };
}
