import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { rawFailure, type RawAnswer, rawText } from './raw-answer';

const malformed = (code: number, message: string) => rawFailure(code, 'invalidParameter', message);

const MALFORMED = malformed(400, 'the request is malformed: it must be HTTP/1.1');
/** By the code of the parser's error (Node.js, Event: 'clientError'). */
const BY_ERROR: Readonly<Record<string, RawAnswer>> = {
  HPE_HEADER_OVERFLOW: malformed(431, 'the path and the headers must have less than 16 KiB in all'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: malformed(413, 'the extensions of chunks must have less than 16 KiB in all'),
  ERR_HTTP_REQUEST_TIMEOUT: malformed(408, 'the request must be sent as a whole within the time for it'),
};
const NO_EXPECTATION = malformed(417, 'an Expect header may only ask for 100-continue');
const NO_TUNNEL = malformed(400, 'CONNECT is for proxies, which this is not');

/**
 * Answers what never becomes a request in the framework, in the envelope of all answers, and ends its connection. What
 * breaks only after its answer has begun is not answered twice.
 */
export class BrokenRequests {
  private readonly answering = new WeakSet<object>();

  /** A request whose headers were read: whatever comes is its answer. */
  begins({ socket }: IncomingMessage, response: ServerResponse): void {
    this.answering.add(socket);
    response.once('close', () => this.answering.delete(socket));
  }

  /** Bytes that are no HTTP. */
  answer(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (this.answering.has(socket) || error.code === 'HPE_CLOSED_CONNECTION') {
      socket.end();
      return;
    }
    socket.end(rawText(BY_ERROR[error.code ?? ''] ?? MALFORMED));
  }

  /** What Node.js would answer by itself: an `Expect` that nobody offers (RFC 9110, 10.1.1), and CONNECT. */
  refuseBroken(server: Server): void {
    server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
      const { code, headers, body } = NO_EXPECTATION;
      response.writeHead(code, headers).end(body);
    });
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => socket.destroy());
      socket.end(rawText(NO_TUNNEL));
    });
  }
}

/** Whether a request says once to which host it is, as HTTP/1.1 asks (RFC 9112, 3.2); in HTTP/1.0 it need not. */
export function namesHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const times = headersDistinct.host?.length ?? 0;
  return times === 1 || (times === 0 && httpVersion === '1.0');
}
