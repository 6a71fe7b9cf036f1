/** What a command answers: as JSON, and as lines for people. `failed`: the process ends with 1. */
export interface Answered {
  readonly value: unknown;
  readonly lines: readonly string[];
  readonly failed?: boolean;
}
