import type { Signal } from '../ports';

/** Hands signals to the turn and waits until they are committed. */
export class Prompts<S extends Signal> {
  #submit: ((signal: S, committed: () => void) => void) | undefined;

  /** Tells where the turn takes its own signals (Turn.submit). */
  connect(submit: (signal: S, committed: () => void) => void): void {
    this.#submit = submit;
  }

  /** Resolves when what the signal caused is stored; never when the process stops before. */
  async commit(signal: S): Promise<void> {
    const submit = this.#submit;
    if (!submit) throw new Error('no turn is connected');
    await new Promise<void>((resolve) => submit(signal, resolve));
  }
}
