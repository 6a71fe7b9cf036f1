import { latencyLine } from '../../../kit/percentiles';
import type { LoadRecord, Window } from '../run/record';

const codes = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([code, count]) => `${count} × ${code}`).join(', ') || 'none';

/** What a run offered and got, in lines for people. */
export function summary(record: LoadRecord, window: Window): string[] {
  const seconds = (window.to - window.from) / 1000;
  const accepted = record.latencies('accepted', 'orders', window);
  const refused = record.latencies('refused', 'orders', window);
  const cancels = record.latencies('accepted', 'cancels', window);
  const fills = record.fills(window);
  return [
    `accepted ${accepted.length} orders in ${seconds.toFixed(1)} s: ${(accepted.length / seconds).toFixed(0)} a second`,
    `refused: ${codes(record.refusals('orders'))}; without an answer: ${record.open}`,
    latencyLine('order due → accepted', accepted),
    latencyLine('order due → both sides told of the fill', fills),
    ...(refused.length > 0 ? [latencyLine('order due → refused', refused)] : []),
    ...(cancels.length > 0 ? [latencyLine('cancel due → canceled', cancels)] : []),
    ...(record.refusals('cancels').size > 0 ? [`refused cancels: ${codes(record.refusals('cancels'))}`] : []),
  ];
}
