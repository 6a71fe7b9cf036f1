import { setTimeout as delay } from 'node:timers/promises';
import type { DeskClient } from '../../kit/operator/desk-client';
import type { Answered } from './answered';
import { jsonLines } from './json-lines';

interface Overview {
  readonly processes: readonly { readonly name: string; readonly state: string }[];
  readonly figures: Readonly<Record<string, number | null>>;
  readonly solvency: Readonly<Record<string, unknown>>;
}

/** The desk looks at processes while somebody asks it to; rates need two looks. */
const AGAIN_MS = 2_500;

/** How the exchange is. Fails when a process isn't ready, or when chain, contract and ledger differ. */
export async function overview(desk: DeskClient): Promise<Answered> {
  const first = await desk.ask<Overview>('GET', 'overview');
  const knowsRates = first.figures['commandsPerSecond'] !== undefined;
  if (!knowsRates) await delay(AGAIN_MS);
  const value = knowsRates ? first : await desk.ask<Overview>('GET', 'overview');
  const differs = Number(value.solvency['differs'] ?? 0) > 0;
  return {
    value,
    lines: jsonLines('overview', value),
    failed: differs || value.processes.some(({ state }) => state !== 'ready'),
  };
}
