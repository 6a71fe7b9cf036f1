/** Whether the process can do its work now; it is asked by `/health/ready`. */
export class Readiness {
  private readonly probes = new Map<string, () => boolean>();

  /** Adds a condition under a name that says what is lacking when it doesn't hold. */
  add(name: string, holds: () => boolean): void {
    this.probes.set(name, holds);
  }

  /** Names of the conditions that don't hold. */
  lacking(): string[] {
    return [...this.probes].filter(([, holds]) => !holds()).map(([name]) => name);
  }
}
