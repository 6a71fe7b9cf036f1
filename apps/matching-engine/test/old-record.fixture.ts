import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Recorded and published by the program before reports had a version of the rules: as `replay --save` writes it. */
export const OLD_RECORDING = path.join(import.meta.dirname, 'rules-1.recording.gz');

/** By the last program that matched by version 2 of the rules. */
export const RULES_2_RECORDING = path.join(import.meta.dirname, 'rules-2.recording.gz');

export interface OldReport {
  readonly number: number;
  readonly at: number;
  readonly inputs: readonly unknown[];
  readonly steps: number;
  readonly stateHash: string;
}

/** The reports of one market of it. */
export function readOldRecord(market: string): { readonly reports: readonly OldReport[] } {
  const lines = gunzipSync(readFileSync(OLD_RECORDING)).toString().trim().split('\n').slice(1);
  const reports: OldReport[] = [];
  let isWanted = false;
  for (const line of lines) {
    const content = JSON.parse(line) as { readonly market: string } | OldReport;
    if ('market' in content) isWanted = content.market === market;
    else if (isWanted) reports.push(content);
  }
  return { reports };
}
