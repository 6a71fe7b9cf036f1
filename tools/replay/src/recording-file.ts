import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import type { RecordedMarket, RecordedReport, RecordingSink } from './recording';

const HEADER = { kind: 'recorded inputs of the markets', version: 1 };

/** Writes a recording into a file of its own: gzip over a line of JSON for each market and each report. */
export class RecordingFile implements RecordingSink {
  private readonly gzip: Gzip = createGzip();
  private readonly written: Promise<void>;
  markets = 0;
  reports = 0;

  constructor(path: string) {
    this.written = pipeline(this.gzip, createWriteStream(path));
    // Whoever awaits the next line or the end is told.
    this.written.catch(() => undefined);
    this.gzip.write(`${JSON.stringify(HEADER)}\n`);
  }

  async begin(market: RecordedMarket): Promise<void> {
    this.markets += 1;
    await this.line(market);
  }

  async report(report: RecordedReport): Promise<void> {
    this.reports += 1;
    await this.line(report);
  }

  async close(): Promise<void> {
    this.gzip.end();
    await this.written;
  }

  private async line(content: object): Promise<void> {
    if (!this.gzip.write(`${JSON.stringify(content)}\n`))
      await Promise.race([once(this.gzip, 'drain'), this.written]);
  }
}

/** Reads such a file. Throws, saying so, when it is something else or not whole. */
export async function readRecordingFile(path: string, sink: RecordingSink): Promise<void> {
  const file = createReadStream(path);
  await Promise.race([once(file, 'open'), finished(file)]);
  const gunzip = createGunzip();
  const unpacked = pipeline(file, gunzip);
  let reportsLeft = 0;
  let lines = 0;
  try {
    for await (const line of createInterface({ input: gunzip })) {
      lines += 1;
      const content = JSON.parse(line) as typeof HEADER | RecordedMarket | RecordedReport;
      if (lines === 1) requireHeader(content);
      else if ('market' in content) {
        requireAll(reportsLeft);
        reportsLeft = content.reports;
        await sink.begin(content);
      } else {
        reportsLeft -= 1;
        await sink.report(content as RecordedReport);
      }
    }
    await unpacked;
    requireAll(reportsLeft);
    if (lines === 0) throw new Error('it is empty');
  } catch (error) {
    file.destroy();
    await unpacked.catch(() => undefined);
    throw new Error(
      `${path} is no whole recording: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

function requireHeader(content: object): void {
  const { kind, version } = content as Partial<typeof HEADER>;
  if (kind !== HEADER.kind) throw new Error('it is another kind of file');
  if (version !== HEADER.version)
    throw new Error(`it has version ${version}, this program reads ${HEADER.version}`);
}

function requireAll(reportsLeft: number): void {
  if (reportsLeft !== 0) throw new Error('reports are missing');
}
