import { answersOf } from './seed-tables';

/** What the strict clients saw: which commands were answered by what, which events came, and what broke a table. */
export class FrameJournal {
  /** The events of the first packets with a command's rid, other than errors. */
  readonly answered = new Map<string, Set<string>>();
  readonly events = new Set<string>();
  readonly violations: string[] = [];
  /** Closes what was opened; for the end of a run. */
  readonly closers: (() => void)[] = [];

  sawEvent(channel: string | 0, event: string, message: unknown): void {
    this.events.add(event);
    this.events.add(eventName(channel, event, message));
  }

  /** The first packet with a command's rid: an error, or what the tables name. */
  sawAnswer(command: string, event: string, distinct: boolean): void {
    if (event === 'e') return;
    const wanted = answersOf(command, distinct);
    if (!wanted.includes(event)) {
      this.violation(`${command} must be answered by ${wanted.join(' or ')}, not by ${event}`);
    }
    this.answered.set(command, (this.answered.get(command) ?? new Set()).add(event));
  }

  violation(text: string): void {
    this.violations.push(text);
  }
}

/** Names of the events that share an id with another. */
function eventName(channel: string | 0, event: string, message: unknown): string {
  if (event === 'ut') return 'userTrade';
  if (event === 'ocs') return 'orderCancellationSignature';
  if (event === 'ts' && channel !== 0) {
    const flat = Array.isArray(message) && message.length > 0 && !Array.isArray(message[0]);
    return flat ? 'userTrade' : 'tradeSnapshot';
  }
  if (event === 'uts') {
    const signed = typeof message === 'object' && message !== null && 'signature' in message;
    return signed ? 'orderCancellationSignature' : 'userTrades';
  }
  return event;
}
