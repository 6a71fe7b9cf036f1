/** Whether the process can do its work now; it is asked by `/health/ready`. */
export class Readiness {
  private readonly probes = new Map<string, () => boolean>();
  private readonly facts = new Map<string, () => string>();

  /** Adds a condition under a name that says what is lacking when it doesn't hold. */
  add(name: string, holds: () => boolean): void {
    this.probes.set(name, holds);
  }

  /** Adds something to be told beside ready or not, e.g. the role of this process. */
  tell(name: string, fact: () => string): void {
    this.facts.set(name, fact);
  }

  /** What is told now. */
  told(): Record<string, string> {
    return Object.fromEntries(Array.from(this.facts, ([name, fact]) => [name, fact()]));
  }

  /** Names of the conditions that don't hold. */
  lacking(): string[] {
    return [...this.probes].filter(([, holds]) => !holds()).map(([name]) => name);
  }
}
