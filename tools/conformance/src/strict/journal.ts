import type { DocumentedEvent, ReadPacket, SeedCommand } from '@exchange/test/seed-client';

/** What the strict clients saw: which commands were answered by what, which events came, and what broke a table. */
export class FrameJournal {
  /** The events of the first packets with a command's rid, other than errors. */
  readonly answered = new Map<string, Set<DocumentedEvent>>();
  readonly events = new Set<DocumentedEvent>();
  readonly violations: string[] = [];
  /** Closes what was opened; for the end of a run. */
  readonly closers: (() => void)[] = [];

  /** `command`: of which this is the first packet with its rid. */
  heard({ name }: ReadPacket, command: SeedCommand | undefined): void {
    this.events.add(name);
    if (command === undefined || name === 'error') return;
    this.answered.set(command.c, (this.answered.get(command.c) ?? new Set()).add(name));
  }

  violation(text: string): void {
    this.violations.push(text);
  }
}
