import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { failureBody } from '../answer/body';
import { invalidParameter } from '../answer/failure';

const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'no-store',
  Connection: 'close',
  'Content-Type': 'application/json; charset=utf-8',
};

/**
 * Answers what never becomes a request in the framework, in the envelope of all answers, and ends its connection. What
 * breaks only after its answer has begun is not answered twice.
 */
export class BrokenRequests {
  private readonly answering = new WeakSet<object>();
  private readonly body = failureBody(invalidParameter('the request is malformed')).bytes;

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
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    const lines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status}`, ...lines, `Content-Length: ${this.body.length}`];
    socket.end(`${head.join('\r\n')}\r\n\r\n${this.body.toString()}`);
  }

  /** An `Expect` header that asks for what nobody offers (RFC 9110, 10.1.1). */
  refuseExpectations(server: Server): void {
    server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(417, { ...HEADERS, 'Content-Length': this.body.length }).end(this.body);
    });
  }
}
