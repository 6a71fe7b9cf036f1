import type { LogPosition, LogRead } from '../ports';
import { type IntakeDeps, LogIntake } from './log-intake';

/** All logs that a turn reads. */
export class LogIntakes {
  private intakes: readonly LogIntake[] = [];

  constructor(private readonly deps: IntakeDeps) {}

  /** False while one of them lacks messages that nobody delivers. */
  get healthy(): boolean {
    return this.gaps === 0;
  }

  /** How many of them lack messages. */
  get gaps(): number {
    return this.intakes.filter(({ healthy }) => !healthy).length;
  }

  /** Reads these as well, from the positions. */
  async open(reads: readonly LogRead[], positions: readonly LogPosition[]): Promise<void> {
    const added = reads.map((read) => new LogIntake(read, positions, this.deps));
    this.intakes = [...this.intakes, ...added];
    await Promise.all(added.map((intake) => intake.open()));
  }

  /** Reads these no more. */
  async leave(reads: readonly LogRead[]): Promise<void> {
    const left = this.intakes.filter((intake) => reads.some(({ filter }) => filter === intake.filter));
    this.intakes = this.intakes.filter((intake) => !left.includes(intake));
    await Promise.all(left.map((intake) => intake.stop()));
  }

  /** Resolves when what was stored at the time of the call has been handed over. */
  async caughtUp(): Promise<void> {
    await Promise.all(this.intakes.map((intake) => intake.caughtUp()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.intakes.map((intake) => intake.stop()));
  }
}
