import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs';
import type { Progress } from './progress';

const LOG_BYTES_MAX = 20 * 1024 * 1024;
const READ_BYTES_MAX = 64 * 1024;
const LINES_PER_LOOK_MAX = 3;
const EVERY_MS = 500;
/** As the services name them in their logs. */
const SERIOUS = ['warn', 'error', 'fatal'];

function readFrom(file: string, from: number): { text: string; size: number } {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const start = Math.max(from > size ? 0 : from, size - READ_BYTES_MAX);
    const bytes = Buffer.alloc(size - start);
    const read = readSync(handle, bytes, 0, bytes.length, start);
    return { text: bytes.toString('utf8', 0, read), size: start + read };
  } finally {
    closeSync(handle);
  }
}

/** The last lines of a log; empty when there is none. */
export function lastLines(file: string, lines: number): string {
  if (!existsSync(file)) return '';
  return readFrom(file, 0).text.trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * Moves what a log holds to the file `.1` beside it when it has become long. Programs that write to it append, so they
 * go on at its new end; a line that is written in this moment may be lost.
 */
export function keepShort(file: string, bytesMax = LOG_BYTES_MAX): void {
  if (!existsSync(file) || statSync(file).size <= bytesMax) return;
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}

/** What a log line says if it is a warning or worse; undefined for all others. */
export function warningOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  let entry: { level?: unknown; msg?: unknown; err?: { message?: unknown } };
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch {
    // A line that was cut short says nothing on the console; it stays in the log.
    return undefined;
  }
  if (!SERIOUS.includes(String(entry.level))) return undefined;
  const text = [entry.msg, entry.err?.message].filter((part) => typeof part === 'string' && part !== '');
  return text.join(': ');
}

/** Shows the warnings that a service writes to its log from now on; returns what ends that. */
export function showWarnings(name: string, file: string, progress: Progress): () => void {
  let position = existsSync(file) ? statSync(file).size : 0;
  const timer = setInterval(() => {
    keepShort(file);
    if (!existsSync(file) || statSync(file).size === position) return;
    const { text, size } = readFrom(file, position);
    position = size;
    const warnings = text
      .split('\n')
      .map(warningOf)
      .filter((warning) => warning !== undefined);
    for (const warning of warnings.slice(0, LINES_PER_LOOK_MAX)) progress.warn(name, warning);
    const more = warnings.length - LINES_PER_LOOK_MAX;
    if (more > 0) progress.warn(name, `${more} more in ${file}`);
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}
