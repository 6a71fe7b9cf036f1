import { type Clock, type Log, type Readiness, repeat } from '@exchange/platform';

const AGAIN_MS = 1_000;

/** What a service can't begin without, besides database and broker. */
export interface Prerequisite {
  /** As the log and readiness call it, e.g. `chain`. */
  readonly name: string;
  /**
   * Resolves when it is there; a DefectError says that it never will be, such as a node of another chain. `log`: where it says
   * what else it found.
   */
  find(log: Log): Promise<void>;
}

/** What is started once and stopped once. */
interface Startable {
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface PrerequisiteDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly readiness: Readiness;
}

/**
 * Starts turns once a prerequisite is there. Until then the process lives, is not ready, and says in one line what it
 * waits for, again when the reason changes. `start` rejects with a DefectError of the prerequisite.
 */
export function startAfter(
  { name, find }: Prerequisite,
  turn: Startable,
  { clock, log, readiness }: PrerequisiteDeps,
): Startable {
  const stopping = new AbortController();
  let lack: string | undefined = 'not asked yet';
  readiness.add(name, () => lack ?? true);
  const failed = (error: unknown) => {
    const reason = reasonOf(error);
    if (reason !== lack) log.warn({ reason }, `waiting for the ${name}`);
    lack = reason;
  };
  const look = async () => {
    await find(log);
    lack = undefined;
    return 'done' as const;
  };
  return {
    start: async () => {
      await repeat(look, { everyMs: AGAIN_MS, clock, signal: stopping.signal, failed });
      if (stopping.signal.aborted) return;
      log.info({}, `the ${name} is there`);
      await turn.start();
    },
    stop: async () => {
      stopping.abort();
      await turn.stop();
    },
  };
}

/** Some errors of the network have no text but in their parts. */
function reasonOf(error: unknown): string {
  const { message, code, errors: [first] = [] } = error as NetworkError;
  return message || code || (first === undefined ? String(error) : reasonOf(first));
}

interface NetworkError {
  readonly message?: string;
  readonly code?: string;
  readonly errors?: readonly unknown[];
}
