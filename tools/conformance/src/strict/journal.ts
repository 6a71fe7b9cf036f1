/** What the strict clients saw: which commands were answered, which events came, and what broke a table. */
export class Journal {
  readonly answered = new Set<string>();
  readonly events = new Set<string>();
  readonly violations: string[] = [];
  /** Closes what was opened; for the end of a run. */
  readonly closers: (() => void)[] = [];

  sawEvent(channel: string | 0, event: string, message: unknown): void {
    this.events.add(event);
    this.events.add(eventName(channel, event, message));
  }

  violation(text: string): void {
    this.violations.push(text);
  }
}

/** Names of the events that share an id with another. */
function eventName(channel: string | 0, event: string, message: unknown): string {
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
