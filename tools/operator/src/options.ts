import { parseArgs } from 'node:util';
import type { DeskPlace } from '../../kit/operator/sign-in';
import { deskAt } from '../../kit/running/record-place';
import { dataFolder } from '../../kit/running/running-exchange';
import { wrong } from './usage';

/** What the command line asks for. */
export interface OperatorOptions {
  readonly words: readonly string[];
  readonly place: DeskPlace;
  /** Who acts, if that is said. */
  readonly person: string | undefined;
  readonly reason: string | undefined;
  readonly json: boolean;
  readonly code: string | undefined;
  /** An entry of the log. */
  readonly after: number | undefined;
}

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function operatorOptions(args: readonly string[], env: NodeJS.ProcessEnv): OperatorOptions {
  const { values, positionals: words } = parsed(args);
  const [command] = words;
  if (command === undefined) throw wrong('say what is to be done');
  const url = values.url ?? env['OPERATOR_URL'];
  const given = values['data-dir'];
  const place = url ? { url: urlOf(url, command), folder: dataFolder(env, given) } : deskAt(env, given);
  const { after } = values;
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    throw wrong(`--after takes the number of an entry, not ${after}`, command);
  return {
    ...{ words, place, reason: values.reason, json: values.json ?? false, code: values.code },
    person: values.as ?? (env['OPERATOR_PERSON'] || undefined),
    after: after === undefined ? undefined : Number(after),
  };
}

function urlOf(text: string, command: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw wrong(`the desk is at an address such as https://desk.example.org, not ${text}`, command);
  return text.replace(/\/$/, '');
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    ...{ as: text, reason: text, url: text, 'data-dir': text, code: text, after: text },
    json: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error), args[0], error);
  }
}
