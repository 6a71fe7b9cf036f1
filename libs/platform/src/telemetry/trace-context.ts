import type { Context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-node';

/** So long after the last span ended, its context is still kept, for what it has begun and nobody waits for. */
const KEPT_MS = 100;

/**
 * Carries the active span through asynchronous calls while a kept trace is under way in this process. On Node 20 that makes every
 * `await` of the process dearer, four times in a loop of nothing else, and most of the time no trace is kept.
 */
export class TraceContext extends AsyncLocalStorageContextManager {
  #spans = 0;
  #isUsed = false;
  #looks: NodeJS.Timeout | undefined;

  /** Hears of every span: while one is open, its context is kept. */
  readonly spans: SpanProcessor = {
    onStart: () => void (this.#spans += 1),
    onEnd: () => void (this.#spans -= 1),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };

  override with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    context: Context,
    work: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    this.#isUsed = true;
    this.#looks ??= setInterval(() => this.#look(), KEPT_MS).unref();
    return super.with(context, work, thisArg, ...args);
  }

  override disable(): this {
    clearInterval(this.#looks);
    this.#looks = undefined;
    return super.disable();
  }

  /** The next `with` begins to carry contexts again. */
  #look(): void {
    if (!this.#isUsed && this.#spans === 0) this.disable();
    this.#isUsed = false;
  }
}
