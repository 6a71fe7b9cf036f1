const EVERY_MS = 1_000;
/** What a process may grow while it is warm. */
const GROWTH_MIB_MAX = 64;
const MIB = 1024 * 1024;

interface Sample {
  readonly startedAt: number;
  readonly residentMib: number;
}

/** Watches one process over its /metrics: that it stays the same one, and how much memory it has. */
export class ProcessWatch {
  private readonly samples: Sample[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(readonly url: string) {}

  /** False when nobody answers there. */
  async start(): Promise<boolean> {
    await this.sample();
    if (this.samples.length === 0) return false;
    this.timer = setInterval(() => void this.sample(), EVERY_MS);
    return true;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.sample();
  }

  /** What is wrong with the process; empty when nothing is. */
  problems(): string[] {
    const starts = new Set(this.samples.map(({ startedAt }) => startedAt));
    const problems =
      starts.size > 1 ? [`${this.url}: the process was started ${starts.size - 1} times anew`] : [];
    const { warm, end } = this.memory();
    if (end - warm > GROWTH_MIB_MAX) problems.push(`${this.url}: grew from ${warm} to ${end} MiB`);
    return problems;
  }

  line(): string {
    const { first, warm, most, end } = this.memory();
    return `${this.url}: ${first} MiB at first, ${warm} warm (a third in), ${most} at most, ${end} in the end`;
  }

  private memory() {
    const all = this.samples.map(({ residentMib }) => Math.round(residentMib));
    const at = (share: number) => all[Math.floor((all.length - 1) * share)] ?? 0;
    return { first: at(0), warm: Math.max(at(0), at(1 / 3)), most: Math.max(0, ...all), end: at(1) };
  }

  private async sample(): Promise<void> {
    try {
      const text = await (await fetch(this.url)).text();
      const figure = (name: string) =>
        Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
      const startedAt = figure('process_start_time_seconds');
      const residentMib = figure('process_resident_memory_bytes') / MIB;
      if (Number.isFinite(startedAt) && Number.isFinite(residentMib))
        this.samples.push({ startedAt, residentMib });
    } catch {
      // Nobody there, or not now: whether that is a problem, the number of samples and the good client say.
    }
  }
}
