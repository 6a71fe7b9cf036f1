/** Whether a condition holds; a text says what is wrong. */
type Probe = () => boolean | string;

/** Whether the process can do its work now; it is asked by `/health/ready`. */
export class Readiness {
  private readonly probes = new Map<string, Probe>();
  private readonly facts = new Map<string, () => string>();

  /** Adds a condition under a name that says what is lacking when it doesn't hold. */
  add(name: string, holds: Probe): void {
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

  /** Names of the conditions that don't hold, with what is wrong if that is known. */
  lacking(): string[] {
    return [...this.probes].flatMap(([name, holds]) => {
      const held = holds();
      if (held === true) return [];
      return [held === false ? name : `${name}: ${held}`];
    });
  }
}
