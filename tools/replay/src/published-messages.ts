import { marketReport } from '@exchange/contract/bus';
import { type BrokerRole, connectNats, type Log } from '@exchange/platform';
import { hashOf } from './market-replay';

const SILENCE_MS = 20_000;

const say = (_fields: object, message: string): void => {
  console.error(`broker: ${message}`);
};
const quiet = (): void => undefined;
const log: Log = { debug: quiet, info: quiet, warn: quiet, error: say, fatal: say };

/**
 * Hashes of all messages of the stream MARKET, by subject, from the first of each up to its head. Throws when the
 * broker doesn't answer, or no longer has a message.
 */
export async function publishedMessages(
  nats: string,
  heads: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { username, password, protocol, host } = new URL(nats);
  const published = new Map<string, string[]>(Array.from(heads.keys(), (subject) => [subject, []]));
  const lacking = new Set([...heads].filter(([, head]) => head > 0).map(([subject]) => subject));
  if (lacking.size === 0) return published;
  const url = `${protocol}//${host}`;
  const silence = new Silence(
    () => `the broker ${url} gives no more messages, and some are missing: ${[...lacking].join(', ')}`,
  );
  const bus = await Promise.race([
    connectNats({
      url,
      user: decodeURIComponent(username) as BrokerRole,
      password: decodeURIComponent(password),
      log,
    }),
    silence.passed,
  ]);
  try {
    await new Promise<void>((resolve, reject) => {
      silence.passed.catch(reject);
      const take = ({ subject, seq, data }: { subject: string; seq: number; data: Uint8Array }): void => {
        silence.begin();
        const head = heads.get(subject) ?? 0;
        const hashes = published.get(subject);
        if (hashes === undefined || seq > head) return;
        if (seq !== hashes.length + 1)
          reject(new Error(`message ${hashes.length + 1} of ${subject} is not in the stream MARKET`));
        hashes.push(hashOf(data));
        if (seq === head) lacking.delete(subject);
        if (lacking.size === 0) resolve();
      };
      bus.readLog('MARKET', marketReport.pattern, new Map(), take).catch(reject);
    });
    return published;
  } finally {
    silence.end();
    await bus.close();
  }
}

/** Rejects once nothing has happened for too long. */
class Silence {
  readonly passed: Promise<never>;
  private timer: NodeJS.Timeout | undefined;
  private reject: (error: Error) => void = () => undefined;

  constructor(private readonly why: () => string) {
    this.passed = new Promise((_, reject) => (this.reject = reject));
    this.passed.catch(() => undefined);
    this.begin();
  }

  begin(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.reject(new Error(this.why())), SILENCE_MS);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
