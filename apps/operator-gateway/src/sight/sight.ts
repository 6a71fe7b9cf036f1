import type { Clock } from '@exchange/platform';
import { readMetrics, type MetricSample } from './read-metrics';

/** A process of the exchange that is looked at. */
export interface WatchedProcess {
  readonly name: string;
  /** Its internal port. */
  readonly url: string;
}

/** The last alarms of a process, as it tells them. */
export interface SeenAlarm {
  readonly at: number;
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  /** Which process raised it. */
  readonly process: string;
}

/** What a process said last. */
export interface SeenProcess {
  readonly name: string;
  /** `away`: it doesn't answer. */
  readonly state: 'ready' | 'not ready' | 'away';
  /** Whether it is the active one of its service, if it says so. */
  readonly role: string | undefined;
  readonly lacking: readonly string[];
  readonly alarms: readonly SeenAlarm[];
  /** The newest reading, and one of about a minute before: what happens is what changed between them. */
  readonly now: MetricsReading;
  readonly before: MetricsReading;
}

export interface MetricsReading {
  /** Milliseconds of the steady clock. */
  readonly at: number;
  readonly samples: readonly MetricSample[];
}

const EVERY_MS = 2_000;
const ANSWER_MS_MAX = 1_500;
/** Rates are of about so long. */
const WINDOW_MS = 60_000;
const BODY_LENGTH_MAX = 4_000_000;
const NOTHING: MetricsReading = { at: 0, samples: [] };

/** Looks at each process of the exchange every few seconds, as Prometheus would, while somebody looks at the desk. */
export class Sight {
  readonly #seen = new Map<string, SeenProcess>();
  readonly #readings = new Map<string, readonly MetricsReading[]>();
  #lastAsked = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(
    private readonly watched: readonly WatchedProcess[],
    private readonly clock: Clock,
  ) {}

  /** What each process said a moment ago. */
  async look(): Promise<readonly SeenProcess[]> {
    const now = this.clock.steady();
    if (now - this.#lastAsked >= EVERY_MS) {
      this.#lastAsked = now;
      this.#looking = Promise.all(this.watched.map((process) => this.#lookAt(process))).then(() => undefined);
    }
    await this.#looking;
    return this.watched.flatMap(({ name }) => this.#seen.get(name) ?? []);
  }

  async #lookAt({ name, url }: WatchedProcess): Promise<void> {
    const [ready, alarms, metrics] = await Promise.all(
      ['health/ready', 'alarms', 'metrics'].map((path) => asked(`${url}/${path}`)),
    );
    const readings = this.#read(name, metrics);
    const said = jsonIn(ready?.body);
    this.#seen.set(name, {
      name,
      state: ready === undefined ? 'away' : ready.ok ? 'ready' : 'not ready',
      role: typeof said['role'] === 'string' ? said['role'] : undefined,
      lacking: Array.isArray(said['lacking']) ? said['lacking'].map(String) : [],
      alarms: alarmsIn(jsonIn(alarms?.body), name),
      now: readings.at(-1) ?? NOTHING,
      before: readings[0] ?? NOTHING,
    });
  }

  #read(name: string, metrics: Answer | undefined): readonly MetricsReading[] {
    const at = this.clock.steady();
    const kept = (this.#readings.get(name) ?? []).filter((reading) => at - reading.at <= WINDOW_MS);
    const readings = metrics?.ok ? [...kept, { at, samples: readMetrics(metrics.body) }] : [];
    this.#readings.set(name, readings);
    return readings;
  }
}

interface Answer {
  readonly ok: boolean;
  readonly body: string;
}

/** Undefined when nobody answers in time. */
async function asked(url: string): Promise<Answer | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX), redirect: 'error' });
    const body = await answer.text();
    return { ok: answer.ok && body.length <= BODY_LENGTH_MAX, body: body.slice(0, BODY_LENGTH_MAX) };
  } catch {
    return undefined;
  }
}

function jsonIn(body: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function alarmsIn({ alarms }: Readonly<Record<string, unknown>>, process: string): readonly SeenAlarm[] {
  if (!Array.isArray(alarms)) return [];
  return alarms.map((given: unknown) => {
    const { at, code, severity, message } = (given ?? {}) as Partial<SeenAlarm>;
    return {
      ...{ at: Number(at ?? 0), code: String(code), severity: String(severity) },
      message: String(message),
      process,
    };
  });
}
