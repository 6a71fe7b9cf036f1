import { type BlockNews, chainBlock, encodeJson } from '@exchange/contract/bus';
import { type LogOutput, logOutput } from '@exchange/platform';

/** A message that catches up over many blocks stays well below the broker's limit of 1 MiB. */
const MESSAGE_BYTES_MAX = 256 * 1024;

/** The news as messages of the chain's log, in order; one block's news is never divided. */
export function blockNews(chainId: number, at: number, news: readonly BlockNews[]): readonly LogOutput[] {
  return inParts(news).map((part) => logOutput(chainBlock, [chainId], { at, news: part }));
}

function inParts(news: readonly BlockNews[]): BlockNews[][] {
  const parts: BlockNews[][] = [];
  let bytes = MESSAGE_BYTES_MAX;
  for (const item of news) {
    const size = encodeJson(item).length;
    if (bytes + size > MESSAGE_BYTES_MAX) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(item);
    bytes += size;
  }
  return parts;
}
