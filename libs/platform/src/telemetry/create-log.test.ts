import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { createLog } from './create-log';
import { measureProcess, Meters } from '../metrics';
import { raisedAlarms } from './raised-alarms';

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

it('nor do objects in fields, however deep, and errors that are logged alone', () => {
  const node = {
    of3: { of4: { password: KEY } },
    address: NODE,
    of: [{ url: new URL(NODE), at: new Date(0) }],
    [NODE]: 1,
  };
  const inner = { failed: new Error(`no answer of ${NODE}`) };
  expect(logged((log) => log.warn({ inner, nodes: { node } }, 'failed'))).toMatchObject({
    nodes: {
      node: {
        ...{ address: 'https://eth.example/…', 'https://eth.example/…': 1 },
        of: [{ url: 'https://eth.example/…', at: '1970-01-01T00:00:00.000Z' }],
      },
    },
    inner: { failed: { type: 'Error', message: 'no answer of https://eth.example/…' } },
  });
  const ring: Record<string, unknown> = { address: NODE };
  ring['self'] = ring;
  expect(logged((log) => log.warn({ ring }, 'failed'))).toMatchObject({ ring: { self: ring['self'] && {} } });
});

it('where a service listens is logged as it is, and so is what is thrown and is no error', () => {
  const fields = { internalUrl: 'http://127.0.0.1:8081', err: 'text', count: 3, none: null };
  expect(logged((log) => log.info(fields, 'started'))).toMatchObject(fields);
});

it('what is secret by its name or its form is not written, wherever it stands', () => {
  const signature = `0x${'ab'.repeat(65)}`;
  const token = `eyJhbGciOiJub25lIn0x.${'A'.repeat(40)}.sig`;
  const pem = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----';
  const seed = `SU${'A'.repeat(56)}`;
  const line = logged((log) =>
    log.debug(
      {
        ...{ databasePassword: KEY, VAULT_SECRET: KEY, settlerPrivateKey: KEY, sessionId: KEY, grant: KEY },
        ...{ totpCode: '123456', salt: KEY, removalSignature: KEY, headers: { 'set-cookie': [KEY] } },
        ...{ tried: [signature, token, pem, seed], token: '0x01', key: 'order 7', bytes: Buffer.from(KEY) },
        err: Object.assign(new Error(`data=${signature}`), { detail: `Key (id)=(${KEY})`, code: '23505' }),
      },
      `sent ${signature}`,
    ),
  );
  expect(line).toMatchObject({
    ...{ databasePassword: '(secret)', VAULT_SECRET: '(secret)', settlerPrivateKey: '(secret)' },
    ...{ sessionId: '(secret)', grant: '(secret)', totpCode: '(secret)', salt: '(secret)' },
    ...{ removalSignature: '(secret)', headers: { 'set-cookie': '(secret)' } },
    ...{ tried: Array(4).fill('(secret)'), token: '0x01', key: 'order 7', bytes: '(32 bytes)' },
    ...{ err: { message: 'data=(secret)', code: '23505' }, msg: 'sent (secret)' },
  });
});

it('what is said with an alarm is counted and kept, also when the level is not written', async () => {
  const lines = new PassThrough();
  const meters = new Meters('solvency');
  measureProcess(meters, 'build', raisedAlarms('solvency'));
  const log = createLog('solvency', 'fatal', lines);
  log.error({ alarm: 'solvency_unknown', block: 7 }, `no check by ${NODE}`);
  log.error({ alarm: 'solvency_unknown' }, 'no check');
  log.warn({}, 'nothing to count');
  expect(lines.read()).toBeNull();
  expect(raisedAlarms('solvency').last).toMatchObject([
    { code: 'solvency_unknown', severity: 'page', message: 'no check' },
    { message: 'no check by https://eth.example/…' },
  ]);
  const counted = await meters.text();
  expect(counted).toContain('alarms_total{code="solvency_unknown",service="solvency"} 2');
  expect(counted).toContain('alarms_total{code="solvency_difference",service="solvency"} 0');
  expect(counted).not.toContain('settler_low');
});
