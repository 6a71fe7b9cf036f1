/** Heights go from minus this to this. */
export const HEIGHT_MAX = 1_000_000n;

/** A height from −1 000 000 to 1 000 000 that moves in a straight line from one random height to the next. */
export function heightAt(wave: string, periodMs: number, now: number): bigint {
  const step = Math.floor(now / periodMs);
  const from = randomHeight(`${wave} ${step}`);
  const to = randomHeight(`${wave} ${step + 1}`);
  return from + ((to - from) * BigInt(now - step * periodMs)) / BigInt(periodMs);
}

/** FNV-1a with a final mix (MurmurHash3): the same text gives the same height for ever. */
export function randomHeight(text: string): bigint {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (BigInt((hash ^ (hash >>> 16)) >>> 0) % (2n * HEIGHT_MAX + 1n)) - HEIGHT_MAX;
}
