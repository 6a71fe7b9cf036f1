/** Questions that wait for their answers at once: more would only fill memory, here and in the node. */
const QUESTIONS_AT_ONCE = 256;

/** The answers in the order of the items, asked for a part after the other. Rejects with the first that fails. */
export async function inParts<T, R>(
  items: readonly T[],
  ask: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const answers: R[] = [];
  for (let from = 0; from < items.length; from += QUESTIONS_AT_ONCE) {
    answers.push(...(await Promise.all(items.slice(from, from + QUESTIONS_AT_ONCE).map(ask))));
  }
  return answers;
}
