import type { Msg } from '@nats-io/transport-node';

const STATUS = 100;

/** What comes from a push consumer: a stored message, or a sign of life; with its place in the consumer. */
export type ConsumerMessage =
  | { readonly kind: 'stored'; readonly streamSeq: number; readonly consumerSeq: number }
  | { readonly kind: 'heartbeat'; readonly consumerSeq: number };

/**
 * Reads what JetStream says in status headers and in the acknowledgement subject (nats ADR-15, ADR-22). Undefined for
 * what no consumer sent.
 */
export function parseConsumerMessage(message: Msg): ConsumerMessage | undefined {
  const { headers, reply = '' } = message;
  if (headers?.code === STATUS) {
    return { kind: 'heartbeat', consumerSeq: Number(headers.get('Nats-Last-Consumer')) };
  }
  const tokens = reply.split('.');
  if (tokens[0] !== '$JS' || tokens[1] !== 'ACK' || tokens.length < 9) return undefined;
  // $JS.ACK.[<domain>.<account>.]<stream>.<consumer>.<delivered>.<stream seq>.<consumer seq>.<time>.<pending>
  const at = tokens.length === 9 ? 5 : 7;
  return { kind: 'stored', streamSeq: Number(tokens[at]), consumerSeq: Number(tokens[at + 1]) };
}
