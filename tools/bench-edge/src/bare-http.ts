import { createServer } from 'node:http';

/** The floor: a bare node server on the port that it is given, which answers everything with the text that it is sent. */
export function bareHttp(): void {
  let body = Buffer.from('{}');
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    });
    response.end(body);
  });
  process.on('message', (text: string) => {
    body = Buffer.from(text);
    process.send?.('taken');
  });
  server.listen(Number(process.argv[3]), '127.0.0.1', () => process.send?.('listening'));
}
