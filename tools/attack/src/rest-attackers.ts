import { request } from 'node:http';
import { type Random, seededRandom } from '../../kit/random';

const ROUTES: readonly [string, ...string[]] = [
  ...(['/market/ETHDAI/orderbook', '/market/ETHDAI/trades', '/market/ETHDAI/ticker', '/listed'] as const),
  ...['/config', '/time', '/token-info/by-symbol/DAI', '/token-info/by-contract/0x', '/market//trades'],
  ...['/market/%00/ticker', '/market/__proto__/orderbook', '/market/constructor/trades', '/%zz', '/%2e%2e/'],
  ...['/../../../etc/passwd', '//', '/market/ETHDAI%2Forderbook', '/market/%F0%9F%98%80/ticker', '/%c0%ae'],
];
const KEYS: readonly [string, ...string[]] = [
  'limit',
  'from',
  'to',
  'before',
  '__proto__',
  'limit[]',
  'limit[a]',
];
const VALUES: readonly [string, ...string[]] = [
  ...(['20', '0', '-1', '1e400', '-0', '', '%00', 'NaN', '9'.repeat(400), '%ud800', '__proto__'] as const),
  ...['1700000000', '100000000000', '20%0d%0aX:1', '%F0%9F%98%80', "'", '{}', 'null', '1.5'],
];
const METHODS: readonly [string, ...string[]] = [
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'OPTIONS',
  'TRACE',
];
const HEADERS: readonly [string, ...string[]] = [
  ...(['if-none-match', 'accept-encoding', 'range', 'x-forwarded-for', 'x-http-method-override'] as const),
  ...['content-type', 'transfer-encoding', 'cookie', 'origin', 'expect'],
];
const ANSWER_MS_MAX = 10_000;

/** How often each HTTP status came; 0 for a connection that ended without an answer. */
export type RestTally = Record<number, number>;

/** Sends `count` hostile requests, some at once. */
export async function restAttackers(root: string, count: number, seed: number): Promise<RestTally> {
  const tally: RestTally = {};
  const each = async (share: number, index: number) => {
    const random = seededRandom(seed * 1_000 + index);
    for (let sent = 0; sent < share; sent += 1) {
      const status = await hostileRequest(root, random);
      tally[status] = (tally[status] ?? 0) + 1;
    }
  };
  const workers = 8;
  await Promise.all(Array.from({ length: workers }, (_, index) => each(Math.ceil(count / workers), index)));
  return tally;
}

function hostileRequest(root: string, random: Random): Promise<number> {
  const { hostname, port } = new URL(root);
  const query = Array.from(
    { length: random.between(0, 3) },
    () => `${random.pick(KEYS)}=${random.pick(VALUES)}`,
  );
  const long = random.between(0, 49) === 0 ? 'a'.repeat(random.between(1_000, 30_000)) : '';
  const path = `/rest/v1${random.pick(ROUTES)}${long}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const headers: Record<string, string> = {};
  for (let extra = random.between(0, 2); extra > 0; extra -= 1)
    headers[random.pick(HEADERS)] = headerValue(random);
  const method = random.pick(METHODS);
  const body = method === 'POST' || method === 'PUT' ? 'x'.repeat(random.between(0, 200_000)) : undefined;
  return new Promise((resolve) => {
    const sent = request({ hostname, port, path, method, headers, agent: false, timeout: ANSWER_MS_MAX });
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve(0));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(0));
    if (headers['expect'] === '100-continue') sent.flushHeaders();
    sent.end(body);
  });
}

const headerValue = (random: Random): string =>
  random.pick([
    '*',
    'gzip;q=0, br',
    '"x"',
    '1.2.3.4, 5.6.7.8',
    'identity',
    `W/"${'x'.repeat(500)}"`,
    '100-continue',
  ]);
