import { invert, parseDecimal } from '@exchange/core/kernel';
import { parseExactJson, textAt } from './exact-json';
import type { RateSource, AssetValue } from './rate-source';

/** Where a number stands in a source's answer. */
export interface ValuePath {
  readonly asset: string;
  /** Member names and indexes with points between them, e.g. `result.XETHZUSD.c.0`. */
  readonly path: string;
  /** The number says how much of the asset one dollar buys. */
  readonly inverse: boolean;
}

/** A JSON API that says what assets are worth. */
export interface HttpSourceSettings {
  readonly name: string;
  readonly url: string;
  readonly everyMs: number;
  /** The whole answer must be there within this time. */
  readonly timeoutMs: number;
  /** A longer answer is given up. */
  readonly bytesMax: number;
  readonly values: readonly ValuePath[];
}

/** Asks a JSON API over HTTP. An answer that lacks one of its numbers counts for none. */
export class HttpSource implements RateSource {
  readonly name: string;
  readonly everyMs: number;

  constructor(private readonly settings: HttpSourceSettings) {
    this.name = settings.name;
    this.everyMs = settings.everyMs;
  }

  async read(signal: AbortSignal): Promise<readonly AssetValue[]> {
    const { url, timeoutMs, values } = this.settings;
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`answered with status ${response.status}`);
    }
    const answer = parseExactJson(await this.#text(response));
    return values.map((wanted) => valueIn(answer, wanted));
  }

  async #text(response: Response): Promise<string> {
    const { bytesMax } = this.settings;
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body ?? []) {
      const chunk = part as Uint8Array;
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw new Error(`the answer is longer than ${bytesMax} bytes`);
      parts.push(chunk);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  }
}

function valueIn(answer: unknown, { asset, path, inverse }: ValuePath): AssetValue {
  const text = textAt(answer, path);
  const number = text === undefined ? undefined : parseDecimal(text);
  if (number === undefined) throw new Error(`no positive number at ${path}`);
  return { asset, value: inverse ? invert(number) : number };
}
