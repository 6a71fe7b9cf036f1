import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { createLog } from './create-log';

const KEY = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const NODE = `https://user:${KEY}@eth.example/v3/${KEY}?key=${KEY}`;

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  const lines = new PassThrough();
  write(createLog('test', 'debug', lines));
  const line = String(lines.read());
  expect(line).not.toContain(KEY);
  return JSON.parse(line) as Record<string, unknown>;
}

it('what is logged of an error says what failed where, and no secret of an address', () => {
  const cause = new Error(`connect to ${NODE} failed`);
  const error = Object.assign(new Error(`no answer of ${NODE}`, { cause }), {
    ...{ code: 'SERVER_ERROR', requestUrl: NODE, status: 401, host: 'eth.example' },
    ...{ info: { requestUrl: NODE, responseBody: KEY }, request: { url: NODE } },
    errors: [new Error(`the first of ${NODE}`)],
  });
  const { err } = logged((log) => log.warn({ err: error }, 'failed'));
  expect(err).toMatchObject({
    ...{ type: 'Error', code: 'SERVER_ERROR', status: 401, host: 'eth.example' },
    message: 'no answer of https://eth.example/…: connect to https://eth.example/… failed',
    stack: expect.stringContaining('caused by: Error: connect to https://eth.example/… failed'),
    aggregateErrors: [expect.objectContaining({ message: 'the first of https://eth.example/…' })],
  });
});

it('nor do fields and messages say one', () => {
  expect(
    logged((log) => log.warn({ reason: NODE, details: [NODE], cause: NODE }, `waiting for ${NODE}`)),
  ).toMatchObject({
    ...{ reason: 'https://eth.example/…', details: ['https://eth.example/…'] },
    msg: 'waiting for https://eth.example/…',
  });
});

it('where a service listens is logged as it is, and so is what is thrown and is no error', () => {
  const fields = { internalUrl: 'http://127.0.0.1:8081', err: 'text', count: 3, none: null };
  expect(logged((log) => log.info(fields, 'started'))).toMatchObject(fields);
});
