import { Worker } from 'node:worker_threads';
import type { Address } from '@exchange/core/kernel';
import type { Log } from '../ports';
import { type NativeCrypto, pack, PACKED_BYTES, type RecoverableSignature } from './native-crypto';

/** Recovers signers as {@link NativeCrypto.recover} does, at once or beside the thread that asks. */
export interface SignerRecovery {
  recover(
    digest: Uint8Array,
    signature: RecoverableSignature,
  ): Address | undefined | Promise<Address | undefined>;
}

/** So few are recovered sooner than a thread is asked. */
const FEW = 3;

/** What a thread answers for each: an address, or nothing. */
export type Recovered = readonly (Address | undefined)[];

interface Job {
  readonly digest: Uint8Array;
  readonly signature: RecoverableSignature;
  resolve(signer: Address | undefined): void;
}

interface Thread {
  readonly worker: Worker;
  /** What it was given and hasn't answered, oldest first. */
  readonly asked: (readonly Job[])[];
}

/**
 * Recovers the signers of a turn's digests in threads: all that are asked for in one go are sent as one message to each
 * thread. When a thread ends, what it was given is recovered here, and so is everything without any thread.
 */
export class SignerThreads implements SignerRecovery {
  private readonly threads: Thread[];
  private waiting: Job[] = [];

  /** `file`: a program that calls {@link serveSigners}. */
  constructor(
    file: URL,
    count: number,
    private readonly crypto: NativeCrypto,
    private readonly log: Log,
  ) {
    this.threads = Array.from({ length: count }, () => this.started(file));
  }

  recover(digest: Uint8Array, signature: RecoverableSignature): Promise<Address | undefined> {
    return new Promise((resolve) => {
      if (this.waiting.push({ digest, signature, resolve }) === 1) queueMicrotask(() => this.send());
    });
  }

  /** Ends the threads; what is asked from now on is recovered here. */
  async stop(): Promise<void> {
    await Promise.all(this.threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  private send(): void {
    const jobs = this.waiting;
    this.waiting = [];
    if (jobs.length < FEW || this.threads.length === 0) {
      this.recoverHere(jobs);
      return;
    }
    const share = Math.ceil(jobs.length / this.threads.length);
    this.threads.forEach(({ worker, asked }, index) => {
      const own = jobs.slice(index * share, (index + 1) * share);
      if (own.length === 0) return;
      asked.push(own);
      worker.postMessage(packed(own));
    });
  }

  private recoverHere(jobs: readonly Job[]): void {
    for (const { digest, signature, resolve } of jobs) resolve(this.crypto.recover(digest, signature));
  }

  private started(file: URL): Thread {
    const thread: Thread = { worker: new Worker(file), asked: [] };
    const { worker, asked } = thread;
    worker.unref();
    worker.on('message', (signers: Recovered) => {
      asked.shift()?.forEach(({ resolve }, index) => resolve(signers[index]));
    });
    const gone = (error: unknown) => {
      const index = this.threads.indexOf(thread);
      if (index < 0) return;
      this.threads.splice(index, 1);
      const fields = { alarm: 'recovery_thread_ended', err: error } as const;
      this.log.error(fields, 'a thread that recovers signers ended: the others do its work');
      for (const jobs of asked.splice(0)) this.recoverHere(jobs);
    };
    worker.on('error', gone);
    worker.on('exit', (code) => gone(new Error(`it ended with code ${code}`)));
    return thread;
  }
}

function packed(jobs: readonly Job[]): Uint8Array {
  const bytes = Buffer.alloc(jobs.length * PACKED_BYTES);
  jobs.forEach(({ digest, signature }, index) => {
    pack(bytes.subarray(index * PACKED_BYTES), digest, signature);
  });
  return bytes;
}

/** Answers what {@link SignerThreads} asks; the whole program of a thread. */
export function serveSigners(
  port: {
    on(event: 'message', hear: (bytes: Uint8Array) => void): unknown;
    postMessage(answer: Recovered): void;
  },
  crypto: NativeCrypto,
): void {
  port.on('message', (bytes) => {
    const count = bytes.length / PACKED_BYTES;
    const one = (_: unknown, index: number) =>
      crypto.recoverPacked(bytes.subarray(index * PACKED_BYTES, (index + 1) * PACKED_BYTES));
    port.postMessage(Array.from({ length: count }, one));
  });
}
