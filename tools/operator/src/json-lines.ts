import { textTable } from '../../kit/text-table';

type JsonObject = Readonly<Record<string, unknown>>;

const isFlat = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isObject = (value: unknown): value is JsonObject => !isFlat(value) && !Array.isArray(value);

/** Unix ms go by these names, as everywhere in the desk's answers. */
const TIMES: ReadonlySet<string> = new Set([
  ...['at', 'timestamp', 'orderedAt', 'checkedAt', 'expiresAt', 'signedAt', 'takenAt'],
]);

/** Unix ms as people read it, in UTC. */
export const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

function shown(name: string, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'number' && TIMES.has(name)) return timeOf(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A JSON value as people read it: members beneath each other, lists of flat objects as tables, the rest below its name. */
export function jsonLines(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return listLines(name, value);
  if (!isObject(value)) return [shown(name, value)];
  const members = Object.entries(value);
  const facts = members.filter(([, member]) => isFlat(member)).map(([of, member]) => [of, shown(of, member)]);
  const deep = members
    .filter(([, member]) => !isFlat(member))
    .flatMap(([of, member]) => [`${of}:`, ...jsonLines(of, member).map((line) => `  ${line}`)]);
  return [...textTable(facts, ['left', 'left']), ...deep];
}

function listLines(name: string, list: readonly unknown[]): string[] {
  if (list.length === 0) return ['none'];
  if (list.every(isFlat)) return [list.map((one) => shown(name, one)).join(', ')];
  const rows = list.filter(isObject);
  if (rows.length < list.length || !rows.every((row) => Object.values(row).every(isFlat)))
    return list.flatMap((one, at) => [...(at > 0 ? ['--'] : []), ...jsonLines(name, one)]);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((of) => shown(of, row[of])));
  return textTable(
    [names, ...cells],
    names.map(() => 'left' as const),
  );
}
