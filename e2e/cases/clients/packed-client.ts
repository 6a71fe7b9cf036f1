import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The client as it is packed, built once for all cases that want it. */
export class PackedClient {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'packed-client-'));
  #building: Promise<string> | undefined;

  /** The file that npm installs. */
  file(): Promise<string> {
    this.#building ??= this.#build();
    return this.#building;
  }

  /** The folder of what is in it. */
  async unpacked(): Promise<string> {
    return path.join(path.dirname(await this.file()), 'package');
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true });
  }

  async #build(): Promise<string> {
    const args = ['tools/client-package/build.mjs', '--folder', path.join(this.#folder, 'client')];
    const { stdout } = await run(process.execPath, args);
    return (JSON.parse(stdout) as { file: string }).file;
  }
}
