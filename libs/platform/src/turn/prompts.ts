/** A signal of our own for the turn, with what to do once its effects are stored. */
export interface Prompt<S> {
  readonly content: S;
  committed(): void;
}

/** Hands signals to the turn and waits until they are committed. */
export class Prompts<S> {
  #submit: ((prompt: Prompt<S>) => void) | undefined;

  /** Tells where the turn takes its own signals (Turn.submit). */
  connect(submit: (prompt: Prompt<S>) => void): void {
    this.#submit = submit;
  }

  /** Resolves when what the signal caused is stored; never when the process stops before. */
  async commit(content: S): Promise<void> {
    const submit = this.#submit;
    if (!submit) throw new Error('no turn is connected');
    await new Promise<void>((resolve) => submit({ content, committed: resolve }));
  }
}
