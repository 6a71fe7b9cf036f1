import { parseArgs } from 'node:util';
import { deskAt } from '../../kit/running/record-place';
import { dataFolder } from '../../kit/running/running-exchange';
import type { DeskPlace } from '../../kit/operator/sign-in';

export const USAGE = `npm run operator -- COMMAND: what operators do, by name, and with a reason

Coming and going
  login PERSON            signs in; of an embedded exchange (data folder) by itself, else with OPERATOR_PASSWORD and --code
  logout                  ends the session
  me                      who one is, and the roles one has
  actions                 every action, the roles that may do it, and how many people it needs

Changing something: without --reason it is a dry run, which says what it would change
  ACTION FIELD=VALUE …    one action, such as: set-market-status market=ETHDAI status=cancel_only
  apply FILE              several at once: a JSON list of {"action": …, "content": {…}}
  proposals               what waits for a second person
  show PROPOSAL           a proposal, and what it would change now
  approve PROPOSAL        … as the second person
  reject PROPOSAL         … as somebody who could approve it
  withdraw PROPOSAL       … as the one who proposed it

Looking
  order NUMBER            what came of an order
  groups                  which process of account-service has which accounts
  audit list              the log of what was done; --after NUMBER goes on from there
  audit verify            checks the log against itself and against what was carried out

  --as PERSON         who acts; default OPERATOR_PERSON, else nora
  --reason TEXT       why, for the log: does it
  --json              the answer as JSON, for programs
  --url URL           the desk; default OPERATOR_URL, else what the data folder says
  --data-dir FOLDER   data folder of the exchange, where sessions are kept; default EXCHANGE_DATA_DIR, else .exchange
  --code DIGITS       of the login: the code that the app shows
  --after NUMBER      of audit list: the entry to go on from
  --help              this text
`;

/** What the command line asks for. */
export interface OperatorOptions {
  readonly words: readonly string[];
  readonly place: DeskPlace;
  readonly person: string;
  readonly reason: string | undefined;
  readonly json: boolean;
  readonly code: string | undefined;
  readonly after: number;
}

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function operatorOptions(args: readonly string[], env: NodeJS.ProcessEnv): OperatorOptions {
  const { values, positionals: words } = parsed(args);
  if (words.length === 0) throw wrong('say what is to be done');
  const url = values.url ?? env['OPERATOR_URL'];
  const given = values['data-dir'];
  const place = url ? { url: url.replace(/\/$/, ''), folder: dataFolder(env, given) } : deskAt(env, given);
  const after = values.after ?? '0';
  if (!/^\d{1,15}$/.test(after)) throw wrong(`--after takes the number of an entry, not ${after}`);
  return {
    ...{ words, place, reason: values.reason, json: values.json ?? false, code: values.code },
    person: values.as ?? (env['OPERATOR_PERSON'] || 'nora'),
    after: Number(after),
  };
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
    throw wrong(error instanceof Error ? error.message : String(error), error);
  }
}

/** An error that shows how the tool is used. */
export const wrong = (what: string, cause?: unknown): Error => new Error(`${what}.\n\n${USAGE}`, { cause });
