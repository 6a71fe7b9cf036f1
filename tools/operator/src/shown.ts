import type { ShownDryRun, ShownEntry } from '../../kit/operator/desk-client';
import { textTable } from '../../kit/text-table';
import { timeOf } from './json-lines';

const effectText = ({
  what,
  of,
  before,
  after,
  count,
}: ShownDryRun['steps'][number]['effects'][number]): string[] => [
  String(what),
  String(of ?? ''),
  count !== undefined ? String(count) : [before ?? '', after ?? ''].join(' → '),
];

/** What steps would change, or changed, as a table. */
export function effectLines(effects: ShownDryRun['steps'][number]['effects']): string[] {
  if (effects.length === 0) return ['  nothing: it is so already'];
  return textTable(effects.map(effectText), ['left', 'left', 'left']).map((line) => `  ${line}`);
}

/** A dry run: each step with what it would change. */
export function dryRunLines({ steps, people }: ShownDryRun): string[] {
  const lines = steps.flatMap(({ action, effects }) => [`${action} would change:`, ...effectLines(effects)]);
  const need = people === 1 ? 'one person is enough' : 'another person must approve it';
  return [...lines, `dry run, nothing was changed; with --reason TEXT it is done: ${need}`];
}

/** What an entry says, besides when and by whom. */
function saidIn({ kind, ...entry }: ShownEntry): string {
  switch (kind) {
    case 'proposed':
      return `${(entry['steps'] as { action: string }[]).map(({ action }) => action).join(', ')}: ${String(entry['reason'])}`;
    case 'ordered':
      return `${String(entry['action'])} ${JSON.stringify(entry['content'])}: ${String(entry['reason'])}`;
    case 'approved':
    case 'rejected':
    case 'withdrawn':
      return `proposal ${String(entry['proposal'])}: ${String(entry['reason'])}`;
    case 'done':
      return `order ${String(entry['order'])}, ${(entry['effects'] as unknown[]).length} changes`;
    default:
      return `order ${String(entry['order'])}: ${String(entry['code'])}: ${String(entry['message'])}`;
  }
}

/** Entries of the log as a table. */
export function entryLines(entries: readonly ShownEntry[]): string[] {
  const rows = entries.map((entry) => [
    ...[String(entry.seq), timeOf(entry.at), entry.person, entry.kind, saidIn(entry)],
  ]);
  return textTable(
    [['entry', 'time (UTC)', 'person', 'what', 'of what'], ...rows],
    ['right', 'left', 'left', 'left', 'left'],
  );
}
