import { connect } from 'node:net';
import type { ProbedAnswer } from './rest-probe';

const ANSWER_MS_MAX = 8_000;

/** Sends bytes to the HTTP interface as they are, and reads the answer until the server closes. */
export async function rawAnswer(base: string, request: string): Promise<ProbedAnswer> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(ANSWER_MS_MAX, () => socket.destroy(new Error('no answer came in time')));
  socket.write(request);
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', resolve);
    socket.on('error', (error) => (chunks.length > 0 ? resolve() : reject(error)));
  });
  const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => splitHeader(line)));
  const text = body.join('\r\n\r\n');
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return { httpStatus: Number(status.split(' ')[1]), headers, body: JSON.parse(json) as unknown };
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
