import { type LogPosition, ownKeyPrefix } from './database';

/** A reader's positions as rows: no subject has a `/`, so they are nobody else's. */
export function keptPositions(reader: string, positions: readonly LogPosition[]): readonly LogPosition[] {
  const prefix = ownKeyPrefix(reader);
  return prefix === ''
    ? positions
    : positions.map((place) => ({ ...place, subject: `${prefix}${place.subject}` }));
}

/** What of the rows are this reader's positions. */
export function ownPositions(reader: string, rows: readonly LogPosition[]): LogPosition[] {
  const prefix = ownKeyPrefix(reader);
  if (prefix === '') return rows.filter(({ subject }) => !subject.includes('/'));
  return rows.flatMap(({ subject, ...place }) =>
    subject.startsWith(prefix) ? [{ ...place, subject: subject.slice(prefix.length) }] : [],
  );
}
