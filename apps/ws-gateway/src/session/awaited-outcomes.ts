/** How a command whose outcome comes as a notice is waited for. */
export interface Awaiting {
  /** When nobody waits any more, by the steady clock. */
  readonly dueAt: number;
  /** Runs when there was no answer in time. */
  expired(): void;
}

interface Awaited extends Awaiting {
  /** More is decided after the answer, and its end is told by itself. */
  outlastsAnswer: boolean;
  answered: boolean;
  decided(): void;
}

/** Commands whose outcome hasn't been told yet, or not all of it. */
export class AwaitedOutcomes {
  private readonly awaited = new Map<string, Awaited>();

  /** Resolves when everything that the command asked for is decided, or isn't awaited any more. */
  add(connection: number, command: number, awaiting: Awaiting, outlastsAnswer: boolean): Promise<void> {
    return new Promise((decided) => {
      this.awaited.set(key(connection, command), { ...awaiting, outlastsAnswer, answered: false, decided });
    });
  }

  /** The command has its answer; false when it had one before, or none is awaited any more. */
  answer(connection: number, command: number): boolean {
    const awaited = this.awaited.get(key(connection, command));
    if (awaited === undefined || awaited.answered) return false;
    awaited.answered = true;
    if (!awaited.outlastsAnswer) this.decide(connection, command);
    return true;
  }

  /** With the command's answer all of it is decided. */
  endWithAnswer(connection: number, command: number): void {
    const awaited = this.awaited.get(key(connection, command));
    if (awaited === undefined) return;
    awaited.outlastsAnswer = false;
    if (awaited.answered) this.decide(connection, command);
  }

  /** Nothing more is to be decided for the command. */
  decide(connection: number, command: number): void {
    const name = key(connection, command);
    this.awaited.get(name)?.decided();
    this.awaited.delete(name);
  }

  get empty(): boolean {
    return this.awaited.size === 0;
  }

  /** Expires what is due at `now`. */
  sweep(now: number): void {
    for (const [name, { dueAt, answered, expired, decided }] of this.awaited) {
      if (dueAt > now) continue;
      this.awaited.delete(name);
      if (!answered) expired();
      decided();
    }
  }
}

const key = (connection: number, command: number): string => `${connection}/${command}`;
