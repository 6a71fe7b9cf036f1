import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { failureEnvelope, successEnvelope } from '@exchange/core/wire';
import type { Failure } from './failure';

const JSON_TYPE = 'application/json; charset=utf-8';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Bodies below this size gain nothing from compression. */
const COMPRESS_BYTES_MIN = 1024;
// The higher qualities cost more time than the bytes they save.
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

/** Bodies that were compressed before. */
export interface Compressed {
  readonly br?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
}

/** A serialised answer: made once, compressed at most once per encoding, sent to everyone who asks meanwhile. */
export class Body {
  readonly bytes: Buffer;
  private brotli: Buffer | undefined;
  private gzip: Buffer | undefined;
  private tag: string | undefined;

  constructor(
    content: string | Buffer,
    readonly contentType = JSON_TYPE,
    { br, gzip }: Compressed = {},
  ) {
    this.bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.brotli = br;
    this.gzip = gzip;
  }

  /** Weak, because it is the same for every encoding. */
  get etag(): string {
    this.tag ??= `W/"${createHash('sha1').update(this.bytes).digest('base64url')}"`;
    return this.tag;
  }

  /** The best encoding that an Accept-Encoding header allows. */
  encodingFor(accepted: string | undefined): Encoding {
    if (accepted === undefined || this.bytes.length < COMPRESS_BYTES_MIN) return 'identity';
    if (accepts(accepted, 'br')) return 'br';
    return accepts(accepted, 'gzip') ? 'gzip' : 'identity';
  }

  encoded(encoding: Encoding): Buffer {
    switch (encoding) {
      case 'br':
        this.brotli ??= brotliCompressSync(this.bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
        });
        return this.brotli;
      case 'gzip':
        this.gzip ??= gzipSync(this.bytes, { level: GZIP_LEVEL });
        return this.gzip;
      case 'identity':
        return this.bytes;
    }
  }
}

/** A successful answer in the envelope of all endpoints. */
export const success = (data: object): Body => new Body(JSON.stringify(successEnvelope(data)));

export const failureBody = ({ kind, message }: Failure): Body =>
  new Body(JSON.stringify(failureEnvelope(kind, message)));

/** JSON that is no answer in an envelope: a document. */
export const jsonBody = (document: object): Body => new Body(JSON.stringify(document));

export const htmlBody = (page: string): Body => new Body(page, 'text/html; charset=utf-8');

/** Whether the header names the encoding without forbidding it by `q=0`. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((item) => {
    const [name, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
