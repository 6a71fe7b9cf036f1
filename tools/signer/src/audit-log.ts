import { address } from '@exchange/core/kernel';
import type { KeyRole } from '@exchange/edge/keys';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { CountedSignature } from './policy/usage';

/** A signature of which the log has a line. The line is there first: it may never have been given. */
export interface AuditLine extends CountedSignature {
  readonly key: KeyRole;
  /** The common name in the client's certificate, and the certificate's SHA-256. */
  readonly client: string;
  readonly certificate: string;
  /** The same was signed before: it counts once. */
  readonly repeated: boolean;
  readonly about: Readonly<Record<string, unknown>>;
}

/** A file that only grows: a line of JSON for each signature, on the disk before anybody gets the signature. */
export class AuditLog {
  #last: Promise<void> = Promise.resolve();
  /** An append failed, which may have left a part of its line. */
  #isCutOff = false;
  #hasFailed = false;

  private constructor(private readonly file: FileHandle) {}

  /** Opens the file, or makes it for its owner alone. What a crash left of a line gets an end. */
  static async open(path: string): Promise<AuditLog> {
    const file = await open(path, 'a+', 0o600);
    const { size } = await file.stat();
    const end = Buffer.alloc(1);
    if (size > 0) await file.read(end, 0, 1, size - 1);
    if (size > 0 && end.toString() !== '\n') await file.appendFile('\n');
    return new AuditLog(file);
  }

  /** Resolves when the line is on the disk. Lines are written in the order of the calls. */
  append(line: AuditLine): Promise<void> {
    const text = `${JSON.stringify(shown(line))}\n`;
    const written = this.#last.then(async () => {
      const begun = this.#isCutOff ? '\n' : '';
      this.#isCutOff = true;
      await this.file.appendFile(`${begun}${text}`);
      await this.file.datasync();
      this.#isCutOff = false;
    });
    this.#last = written.then(
      () => {
        this.#hasFailed = false;
      },
      () => {
        this.#hasFailed = true;
      },
    );
    return written;
  }

  /** What is wrong with it, if its last line could not be written. */
  get fault(): string | undefined {
    return this.#hasFailed ? 'its last line could not be written' : undefined;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.file.close();
  }
}

/** What a file tells of the signatures since then (Unix ms), oldest first; lines that a crash cut off are left out. */
export async function* readAuditLog(path: string, since: number): AsyncGenerator<AuditLine> {
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const line = read(text);
    if (line && line.at >= since) yield line;
  }
}

type Shown = Omit<AuditLine, 'at' | 'values'> & {
  readonly at: string;
  readonly values: readonly { readonly token: string; readonly amount: string }[];
};

function shown({ at, values, ...others }: AuditLine): Shown {
  const texts = values.map(({ token, amount }) => ({ token, amount: amount.toString() }));
  return { at: new Date(at).toISOString(), ...others, values: texts };
}

function read(text: string): AuditLine | undefined {
  let json;
  try {
    json = JSON.parse(text) as Shown;
  } catch {
    return undefined;
  }
  const values = json.values.map(({ token, amount }) => ({ token: address(token), amount: BigInt(amount) }));
  return { ...json, at: Date.parse(json.at), values };
}
