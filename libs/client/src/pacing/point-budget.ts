import { POINT_WINDOW_MS } from '@exchange/core/wire';

/** A command is charged at most so long after it was sent, whenever its answer comes. */
const CHARGED_WITHIN_MS = 5_000;
/** Clocks that count ms don't agree to the last one. */
const MARGIN_MS = 5;
/** An array shorter than this isn't worth moving when its front is over. */
const OVER_MIN = 64;

/** What a command cost. */
export interface Spent {
  readonly tenths: number;
  /** When it is free again, Unix ms. */
  freeAt: number;
}

/**
 * What the server counts of a client's commands, never less. When a command is charged is between its sending and its
 * answer, so it counts from the answer on; one without an answer as if that had come late (docs/interface, points and
 * other limits). In tenths of a point.
 */
export class PointBudget {
  /** In the order of their sending. */
  readonly #underWay = new Set<Spent>();
  /** In the order of their answers. */
  #answers: Spent[] = [];
  #firstAnswer = 0;
  #total = 0;

  /** What may count at `now`. */
  counted(now: number): number {
    for (const spent of this.#underWay) {
      if (spent.freeAt > now) break;
      this.#underWay.delete(spent);
      this.#total -= spent.tenths;
    }
    for (let first = this.#answers[this.#firstAnswer]; first !== undefined && first.freeAt <= now;) {
      this.#total -= first.tenths;
      this.#firstAnswer += 1;
      first = this.#answers[this.#firstAnswer];
    }
    if (this.#firstAnswer > OVER_MIN && this.#firstAnswer * 2 > this.#answers.length) {
      this.#answers = this.#answers.slice(this.#firstAnswer);
      this.#firstAnswer = 0;
    }
    return this.#total;
  }

  spend(tenths: number, now: number): Spent {
    const spent = { tenths, freeAt: now + CHARGED_WITHIN_MS + POINT_WINDOW_MS + MARGIN_MS };
    this.#underWay.add(spent);
    this.#total += tenths;
    return spent;
  }

  /** Its answer has come. */
  answered(spent: Spent, now: number): void {
    if (!this.#underWay.delete(spent)) return;
    spent.freeAt = now + POINT_WINDOW_MS + MARGIN_MS;
    this.#answers.push(spent);
  }

  /** It was refused and costs nothing. */
  refund(spent: Spent): void {
    if (this.#underWay.delete(spent)) this.#total -= spent.tenths;
  }

  /** When something is free again; undefined when nothing counts. */
  nextFree(): number | undefined {
    const [oldest] = this.#underWay;
    const answer = this.#answers[this.#firstAnswer];
    if (oldest === undefined || answer === undefined) return (oldest ?? answer)?.freeAt;
    return Math.min(oldest.freeAt, answer.freeAt);
  }
}
