import { textTable } from '../../../kit/text-table';
import { type CpuTimes, GENERATOR, OTHERS } from '../cpu/process-times';

/** What counts as the exchange's own work; the servers it stands on and the load itself are shown beside it. */
const FOREIGN = [GENERATOR, OTHERS, 'postgres', 'nats', 'chain', 'launcher'];

/** Lines of the table: CPU per order of each part, and how much of what the machine worked that explains. */
export function cpuTable({ parts, busy }: CpuTimes, orders: number, seconds: number): string[] {
  const per = (ms: number) => (orders === 0 ? '-' : (ms / orders).toFixed(3));
  const share = (ms: number) => `${((100 * ms) / (seconds * 1000)).toFixed(0)} %`;
  const shown = [...parts].filter(([, ms]) => ms > 0).sort(([, a], [, b]) => b - a);
  const own = shown.filter(([part]) => !FOREIGN.includes(part)).reduce((sum, [, ms]) => sum + ms, 0);
  const all = shown.reduce((sum, [, ms]) => sum + ms, 0);
  const rows = [
    ['CPU', 'ms per order', 'of one core'],
    ...shown.map(([part, ms]) => [part, per(ms), share(ms)]),
    ['the exchange’s own services', per(own), share(own)],
    ['all of these', per(all), share(all)],
  ];
  const attributed = busy === 0 ? 0 : (100 * all) / busy;
  return [
    ...textTable(rows, ['left', 'right', 'right']),
    `${attributed.toFixed(0)} % of the ${(busy / 1000).toFixed(1)} s that the machine's processors worked are in this table`,
  ];
}
