import { textTable } from '../../kit/text-table';
import type { Findings } from './audit';
import type { Difference, Outcome } from './check';

const SHOWN_MAX = 20;

/** What differs; a check that never came to compare, and differed whenever it looked, counts too. */
const differencesIn = (outcome: Outcome): readonly Difference[] => outcome.differences ?? [];

/** The table of checks, and below it what differs. */
export function findingsTable(findings: Findings): string[] {
  const rows = [['check', 'compared', 'differences']];
  const details: string[] = [];
  for (const [name, outcome] of findings) {
    const differences = differencesIn(outcome);
    const compared = outcome.kind === 'compared' ? String(outcome.compared) : 'not yet';
    rows.push([name, compared, String(differences.length)]);
    if (outcome.kind === 'wait') details.push(`${name}: could not be compared: ${outcome.why}`);
    for (const { what, recorded, expected } of differences.slice(0, SHOWN_MAX)) {
      details.push(`${name}: ${what}: ${recorded}, but ${expected}`);
    }
    if (differences.length > SHOWN_MAX) details.push(`${name}: … and ${differences.length - SHOWN_MAX} more`);
  }
  return [...textTable(rows, ['left', 'right', 'right']), ...details];
}

/** 0 when all was compared and nothing differs, 1 when something differs, 2 when something could not be compared. */
export function exitCode(findings: Findings): 0 | 1 | 2 {
  const outcomes = [...findings.values()];
  if (outcomes.some((outcome) => differencesIn(outcome).length > 0)) return 1;
  return outcomes.some(({ kind }) => kind === 'wait') ? 2 : 0;
}
