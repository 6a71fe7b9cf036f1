import { PARTITIONS, type Partition, partition } from '@exchange/core/kernel';
import { ConfigError } from '@exchange/platform';

/** A group as the configuration has it. */
export interface GroupTerms {
  readonly name: string;
  readonly partitions: readonly Partition[];
  /** The process that is meant to have it; empty: whichever comes. */
  readonly process: string;
}

const NAME = /^[a-z][a-z0-9-]{0,30}$/;
const ENTRY = /^([^=@]*)=([\d+-]+)(?:@(.*))?$/;
/**
 * Reads `a=0-31@first`, `b=32-62+63`: name, partitions, process. Throws a {@link ConfigError} that lists every problem, also
 * partitions that no group has or two have. Nothing at all is no map.
 */
export function groupMap(entries: readonly string[]): readonly GroupTerms[] {
  if (entries.length === 0) return [];
  const problems: string[] = [];
  const owners = new Map<number, string>();
  const groups = entries.map((entry): GroupTerms => {
    const [, name = '', ranges = '', process = ''] = ENTRY.exec(entry.trim()) ?? [];
    const numbers = ranges.split('+').flatMap(rangeOf);
    if (!NAME.test(name) || numbers.length === 0 || /[\s=@,]/.test(process))
      problems.push(`"${entry}" is not ${SHAPE}`);
    for (const number of numbers) {
      const other = owners.get(number);
      if (other !== undefined)
        problems.push(`"${entry}" gives partition ${number} a second group, after ${other}`);
      owners.set(number, name);
    }
    return { name, partitions: numbers.map(partition), process };
  });
  const names = groups.map(({ name }) => name);
  for (const name of names.filter((one, index) => names.indexOf(one) !== index))
    problems.push(`${name} is named twice`);
  const lacking = Array.from({ length: PARTITIONS }, (_, index) => index).filter(
    (index) => !owners.has(index),
  );
  if (lacking.length > 0) problems.push(`no group has ${lacking.join(', ')}`);
  if (problems.length === 0) return groups;
  throw new ConfigError(
    `The configuration is wrong:\n${problems.map((one) => `  ACCOUNT_GROUPS: ${one}`).join('\n')}`,
  );
}

const SHAPE = 'name=partitions@process, such as a=0-31@first or b=32+33, with partitions from 0 to 63';

function rangeOf(text: string): number[] {
  const [first = NaN, last = first, ...more] = text
    .split('-')
    .map((digits) => (digits === '' ? NaN : Number(digits)));
  if (more.length > 0 || !(first <= last) || last >= PARTITIONS) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
