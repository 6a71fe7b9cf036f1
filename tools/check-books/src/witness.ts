/**
 * Compares what was seen of a window with what it must have been, when both are told apart in time: each state that was
 * seen must be among the right ones, in their order. States are texts.
 */
export class Witness {
  /** The right states since the last that was seen, oldest first; the first is the one that was. */
  private right: string[] = [];
  private readonly waiting: { state: string; at: number }[] = [];
  /** How many states were found right. */
  compared = 0;

  /** The full book changed; at the same state nothing is new. */
  mustBe(state: string): void {
    if (this.right.at(-1) !== state) this.right.push(state);
    this.match();
  }

  /** `at`: ms of any clock, for `overdue`. */
  saw(state: string, at: number): void {
    this.waiting.push({ state, at });
    this.match();
  }

  /** A state that was seen before `deadline` and was not right until now. */
  overdue(deadline: number): string | undefined {
    const [first] = this.waiting;
    return first !== undefined && first.at < deadline ? first.state : undefined;
  }

  private match(): void {
    for (let [first] = this.waiting; first !== undefined; [first] = this.waiting) {
      const place = this.right.indexOf(first.state);
      if (place < 0) return;
      this.right = this.right.slice(place);
      this.waiting.shift();
      this.compared += 1;
    }
  }
}
