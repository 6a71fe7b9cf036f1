import type { AskedStep } from '../../../tools/kit/operator/desk-client';
import type { LaunchedExchange } from '../../../tools/kit/running/launched-exchange';
import type { WantedChange, Way } from './way';

const field = ([name, value]: [string, unknown]): string =>
  `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
const wordsOf = ({ action, content }: AskedStep): string[] => [action, ...Object.entries(content).map(field)];

/** `npm run operator`, a process for each command. */
export class CommandLineWay implements Way {
  readonly name = 'command line';

  constructor(private readonly exchange: LaunchedExchange) {}

  /** What a command answers, for people. Throws what it says when it ends with another code. */
  async says(words: readonly string[], person = 'nora', expected = 0): Promise<string> {
    const args = ['tools/run.mjs', 'operator', ...words, '--as', person];
    const { code, output } = await this.exchange.finished(args);
    if (code !== expected) throw new Error(`${words.join(' ')} ended with ${code}:\n${output}`);
    return output;
  }

  async want(person: string, step: AskedStep, reason: string): Promise<WantedChange> {
    const tried = await this.says(wordsOf(step), person);
    if (!tried.includes('dry run, nothing was changed')) throw new Error(tried);
    const output = await this.says([...wordsOf(step), '--reason', reason, '--json'], person);
    const [entry] = (JSON.parse(output) as { entries: WantedChange[] }).entries;
    if (entry === undefined) throw new Error(output);
    return entry;
  }

  async approve(person: string, proposal: number, reason: string): Promise<void> {
    await this.says(['approve', String(proposal), '--reason', reason], person);
  }

  refusal(person: string, step: AskedStep): Promise<string> {
    return this.says(wordsOf(step), person, 1);
  }
}
