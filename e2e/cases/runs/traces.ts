import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OtlpReceiver, ReceivedSpan } from '@exchange/test/kit';
import { Chain } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { until } from '../../kit/until';

const PAGE = 'docs/operations/traces.md';
/** From the last trade to a final block, and until the last spans are sent. */
const WHOLE_MS_MAX = 30_000;

const SERVICES = [
  'account-service',
  'attester',
  'chain-watcher',
  'market-data',
  'matching-engine',
  'settlement-service',
  'solvency',
  'ws-gateway',
];

/** All frames of this exchange are traced, and their spans come here. */
export const tracedTo = (receiver: OtlpReceiver): NodeJS.ProcessEnv => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  OTEL_BSP_SCHEDULE_DELAY: '500',
  TRACE_RATIO: '1',
});

/** To come when trades were settled. */
export function wholeTraceCases(exchange: RunningExchange, receiver: OtlpReceiver): void {
  describe('the trace of an order', () => {
    let whole: readonly ReceivedSpan[] = [];

    it('goes from its frame through eight services to the transaction, the block, and what the client is told', async () => {
      await until('a whole trace', WHOLE_MS_MAX, () => {
        whole = [...receiver.traces.values()].find(isWhole) ?? [];
        return whole.length > 0;
      });
      const ids = new Set(whole.map(({ spanId }) => spanId));
      const roots = whole.filter(({ parentSpanId }) => parentSpanId === undefined);
      expect(roots).toMatchObject([{ service: 'ws-gateway', name: 'frame' }]);
      expect(whole.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual(roots);
      const last = whole.filter(isOf('blocks')).at(-1) as ReceivedSpan;
      expect(wayTo(last, whole)).toEqual([
        ...['ws-gateway frame', 'ws-gateway request', 'account-service turn', 'account-service log'],
        ...['matching-engine turn', 'matching-engine log', 'account-service turn', 'account-service log'],
        ...[
          'settlement-service batch',
          'settlement-service turn',
          'chain-watcher notice',
          'chain-watcher blocks',
        ],
      ]);
      expect(whole.filter(({ failure }) => failure !== undefined)).toEqual([]);
    });

    it('names the transaction that settled it', async () => {
      const chain = new Chain(exchange.endpoints);
      const hash = String(whole.find(isOf('transaction'))?.attributes['transaction.hash']);
      const receipt = await chain.provider.getTransactionReceipt(hash);
      chain.close();
      expect(receipt).toMatchObject({ status: 1 });
    });

    it('is named by lines of the log', () => {
      const log = readFileSync(path.join(exchange.folder, 'logs', 'settlement-service.log'), 'utf8');
      const lines = log.split('\n').filter((line) => line.includes(`"traceId":"${whole[0]?.traceId}"`));
      expect(lines.some((line) => line.includes('"batch sent"'))).toBe(true);
    });
  });
}

/** To come last: what all spans of all cases said. */
export function spanCases(exchange: RunningExchange, receiver: OtlpReceiver): void {
  describe('all spans', () => {
    it('are those of the page, with its attributes', () => {
      const told = spansOnPage();
      const unknown = receiver.spans.flatMap(({ name, attributes }) =>
        Object.keys(attributes)
          .filter((key) => !told.get(name)?.includes(`\`${key}\``))
          .map((key) => `${name}: ${key}`),
      );
      expect([...new Set(unknown)]).toEqual([]);
      expect(receiver.spans.filter(({ name }) => !told.has(name))).toEqual([]);
    });

    it('name no account and no secret', () => {
      const secrets = Object.values(
        JSON.parse(readFileSync(path.join(exchange.folder, 'secrets.json'), 'utf8')) as Record<
          string,
          string
        >,
      );
      const said = new Set(
        receiver.spans.flatMap(({ attributes, failure = '' }) => [
          failure,
          ...Object.entries(attributes).flatMap(([key, value]) =>
            key === 'transaction.hash' ? [] : [String(value)],
          ),
        ]),
      );
      const leaks = [...said].filter(
        (text) => /0x[0-9a-f]{8}/i.test(text) || secrets.some((secret) => text.includes(secret)),
      );
      expect(leaks).toEqual([]);
    });
  });
}

const isOf =
  (wanted: string) =>
  ({ name }: ReceivedSpan): boolean =>
    name === wanted;

/** Whether it has come to the end: the accounts were told of the block in which their trade is final. */
function isWhole(spans: readonly ReceivedSpan[]): boolean {
  const services = new Set(spans.map(({ service }) => service));
  const [, last] = spans.filter(isOf('blocks'));
  if (last === undefined || !spans.some(isOf('frame'))) return false;
  const isTold = spans.some(
    (span) =>
      span.attributes['messaging.destination.template'] === 'account.v1.notice.*' &&
      span.startedAt > last.endedAt,
  );
  return isTold && SERVICES.every((service) => services.has(service));
}

/** The spans above one, from the beginning. */
function wayTo(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const above = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(above ? wayTo(above, spans) : []), `${span.service} ${span.name}`];
}

/** What the page says of each span, by its name: the row of its table. */
function spansOnPage(): ReadonlyMap<string, string> {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| `([a-z]+)` +\|.*$/gm);
  return new Map([...rows].map(([row, name = '']) => [name, row]));
}
