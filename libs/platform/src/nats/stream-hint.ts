const DIGITS = 16;

/** A place in one incarnation of a stream; later places of later incarnations compare greater as text. */
export const formatHint = (created: string, streamSeq: number): string =>
  `${created}/${String(streamSeq).padStart(DIGITS, '0')}`;

/** The incarnation and the place; empty and 0 for a hint that isn't one. */
export function parseHint(hint: string | undefined): [created: string, streamSeq: number] {
  const [created, place] = (hint ?? '').split('/');
  const streamSeq = Number(place);
  if (!created || !Number.isSafeInteger(streamSeq)) return ['', 0];
  return [created, streamSeq];
}
