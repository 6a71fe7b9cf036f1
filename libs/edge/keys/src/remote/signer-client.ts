import type { Address } from '@exchange/core/kernel';
import type { Log } from '@exchange/platform';
import { Value } from '@sinclair/typebox/value';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import type { SignerPlace } from '../key-source';
import type { KeyRole } from '../key-fields';
import {
  KEYS_PATH,
  keysAnswer,
  type RefusalAnswer,
  refusalAnswer,
  type SignedAnswer,
  signedAnswer,
} from './protocol';

/** The signer can't be reached, or gave no answer that counts. Whether it signed is unknown, and harmless: nobody has it. */
export class SignerUnreachableError extends Error {
  override readonly name = 'SignerUnreachableError';
}

/** The signer won't sign. `code` says why (docs/remote-signer.md). */
export class SignerRefusedError extends Error {
  override readonly name = 'SignerRefusedError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`the remote signer refused with ${code}: ${message}`);
  }
}

/** Whether a key gave no signature for a reason that may pass: asking again later is right, and repeats nothing. */
export const isSignerAway = (error: unknown): error is SignerUnreachableError | SignerRefusedError =>
  error instanceof SignerUnreachableError || error instanceof SignerRefusedError;

/** Our own word for an answer of a signer that is of no use. */
export const WRONG_SIGNATURE = 'WRONG_SIGNATURE';

/** What is said when the signer hasn't the key, or not for us, whatever is to be signed (docs/remote-signer.md). */
const WITHOUT_KEY: ReadonlySet<string> = new Set([WRONG_SIGNATURE, 'CLIENT', 'NOT_FOUND']);

/**
 * Whether nothing is to be had of the key at this signer, rather than a refusal of what was asked: another key may do
 * meanwhile, and is no way around a cap.
 */
export const isSignerSilent = (error: unknown): boolean =>
  error instanceof SignerUnreachableError ||
  (error instanceof SignerRefusedError && WITHOUT_KEY.has(error.code));

const ANSWER_BYTES_MAX = 16 * 1024;
const CONNECTIONS_MAX = 4;

/** Why a question failed; `wasKept`: on a connection that had been used before. */
type AskError = NodeJS.ErrnoException & { readonly wasKept?: boolean };

interface SignerClientDeps {
  /** Where alarms go. */
  readonly log: Log;
  /** A signer that is slower counts as away. */
  readonly answerMs: number;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Asks a remote signer over HTTPS, where each end shows a certificate of the one authority that the other trusts. */
export class SignerClient {
  readonly #agent: Agent;

  /** Reads the certificates; throws when one can't be read. */
  constructor(
    private readonly place: SignerPlace,
    private readonly deps: SignerClientDeps,
  ) {
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: CONNECTIONS_MAX,
      minVersion: 'TLSv1.3',
      ca: readFileSync(place.caFile),
      cert: readFileSync(place.certFile),
      key: readFileSync(place.certKeyFile),
    });
  }

  /** What the signer signed. Throws a SignerUnreachableError or a SignerRefusedError, and raises the alarm. */
  async ask(path: string, question: unknown): Promise<SignedAnswer> {
    const { status, body } = await this.#answer(path, JSON.stringify(question));
    if (status === 200 && Value.Check(signedAnswer.schema, body)) return signedAnswer.read(body);
    const isRefusal = status >= 400 && status < 500 && Value.Check(refusalAnswer.schema, body);
    if (!isRefusal) throw this.#unreachable(`it answered ${status} with nothing that is known`);
    throw this.refusal(path, refusalAnswer.read(body));
  }

  /** Whether the signer answers, and lets us use this key of its. Raises the alarm when it can't be reached. */
  async holds(key: KeyRole, owner: Address): Promise<boolean> {
    try {
      const { status, body } = await this.#answer(KEYS_PATH);
      if (status !== 200 || !Value.Check(keysAnswer.schema, body)) return false;
      const { keys } = keysAnswer.read(body);
      return keys.some((held) => held.key === key && held.address === owner);
    } catch (error) {
      if (isSignerAway(error)) return false;
      throw error;
    }
  }

  /** Raises the alarm for a refusal; an answer that is of no use counts as one. */
  refusal(path: string, { code, message }: RefusalAnswer): SignerRefusedError {
    this.deps.log.error({ alarm: 'signer_refused', signer: this.place.url, path, code }, message);
    return new SignerRefusedError(code, message);
  }

  /** `text`: what is posted; without it the path is read. */
  async #answer(path: string, text?: string): Promise<Answer> {
    try {
      // A connection that was kept may have been closed by the other end just now; the same asked twice is harmless.
      return await this.#exchange(path, text).catch((error: AskError) =>
        error.wasKept ? this.#exchange(path, text) : Promise.reject(error),
      );
    } catch (error) {
      throw this.#unreachable(error instanceof Error ? error.message : String(error));
    }
  }

  #unreachable(reason: string): SignerUnreachableError {
    this.deps.log.error(
      { alarm: 'signer_unreachable', signer: this.place.url, reason },
      'no signature for now',
    );
    return new SignerUnreachableError(`the remote signer at ${this.place.url} can't be reached: ${reason}`);
  }

  #exchange(path: string, text: string | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.place.url),
        {
          ...(text === undefined ? {} : posted(text)),
          agent: this.#agent,
          signal: AbortSignal.timeout(this.deps.answerMs),
        },
        (response) => {
          const parts: Buffer[] = [];
          let size = 0;
          response.on('data', (part: Buffer) => {
            size += part.length;
            if (size > ANSWER_BYTES_MAX) response.destroy(new Error('its answer is too long'));
            else parts.push(part);
          });
          response.once('error', reject);
          response.once('end', () => {
            const body = jsonOf(Buffer.concat(parts).toString());
            resolve({ status: response.statusCode ?? 0, body });
          });
        },
      );
      sent.once('error', (error: AskError) => {
        reject(Object.assign(error, { wasKept: sent.reusedSocket && error.code === 'ECONNRESET' }));
      });
      sent.end(text);
    });
  }
}

const posted = (text: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
