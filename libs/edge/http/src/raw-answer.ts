import { STATUS_CODES } from 'node:http';
import { failureEnvelope, type RestFailure } from '@exchange/core/wire';

/** An answer from outside a framework: in the envelope of all answers, and readable from every origin. */
export interface RawAnswer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/** A failure; its connection ends with it. */
export function rawFailure(
  code: number,
  kind: RestFailure,
  message: string,
  headers: RawAnswer['headers'] = {},
): RawAnswer {
  const body = JSON.stringify(failureEnvelope(kind, message));
  return {
    code,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
      ...headers,
    },
    body,
  };
}

/** The bytes for a socket on which nothing else is written. */
export function rawText({ code, headers, body }: RawAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}`, ...lines, '', body].join('\r\n');
}
