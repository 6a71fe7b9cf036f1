import { chainBlock, encodeJson } from '@exchange/contract/bus';
import { blockNews, type BlockNews } from '@exchange/core/message';
import { type LogOutput, logOutput } from '@exchange/platform';

/** A message that catches up over many blocks stays well below the broker's limit of 1 MiB. */
const MESSAGE_BYTES_MAX = 256 * 1024;

/** Anybody may fill a block with facts, e.g. by asking for an exit again and again; each takes at most 1 KiB. */
const FACTS_PER_NEWS = 200;

/**
 * The news as messages of the chain's log, in order. A block with many facts is told as several news of that block,
 * each with some of its facts; an undone one, whose facts readers take back from the last on, from the last part on. Those of a
 * final block say that more follow, but the last.
 */
export function newsMessages(chainId: number, at: number, news: readonly BlockNews[]): readonly LogOutput[] {
  return inParts(news.flatMap(divided)).map((part) => logOutput(chainBlock, [chainId], { at, news: part }));
}

function divided(block: BlockNews): BlockNews[] {
  const { facts } = block;
  if (facts.length <= FACTS_PER_NEWS) return [block];
  const parts: BlockNews[] = [];
  for (let start = 0; start < facts.length; start += FACTS_PER_NEWS) {
    const end = start + FACTS_PER_NEWS;
    const more = block.kind === 'final' && end < facts.length ? { more: true as const } : {};
    parts.push({ ...block, facts: facts.slice(start, end), ...more });
  }
  return block.kind === 'undone' ? parts.reverse() : parts;
}

function inParts(news: readonly BlockNews[]): BlockNews[][] {
  const parts: BlockNews[][] = [];
  let bytes = MESSAGE_BYTES_MAX;
  for (const item of news) {
    const size = encodeJson(blockNews.write(item)).length;
    if (bytes + size > MESSAGE_BYTES_MAX) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(item);
    bytes += size;
  }
  return parts;
}
