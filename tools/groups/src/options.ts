import { parseArgs } from 'node:util';
import { operatorAt } from '../../kit/running/record-place';

export const USAGE = `npm run groups -- list: which process of account-service has which accounts
npm run groups -- move GROUP --to PROCESS: gives a group of accounts to another process

  --data-dir FOLDER   data folder of the exchange; default EXCHANGE_DATA_DIR, else .exchange
  --nats URL          its broker, with the user operator-gateway; default what the data folder says
  --help              this text
`;

/** What is to be done. */
export type GroupWish = 'list' | { readonly group: string; readonly to: string };

export interface GroupsOptions {
  readonly wish: GroupWish;
  readonly natsUrl: string;
  readonly password: string;
}

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function groupsOptions(args: readonly string[], env: NodeJS.ProcessEnv): GroupsOptions {
  const { values, positionals } = parsed(args);
  const url = new URL(values.nats ?? operatorAt(env, values['data-dir']));
  const { password } = url;
  url.username = '';
  url.password = '';
  return { wish: wishOf(positionals, values.to), natsUrl: url.href, password: decodeURIComponent(password) };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { to: text, nats: text, 'data-dir': text };
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error), error);
  }
}

function wishOf([verb, group, ...more]: readonly string[], to: string | undefined): GroupWish {
  if (verb === 'list' && group === undefined && to === undefined) return 'list';
  if (verb === 'move' && group !== undefined && more.length === 0 && to !== undefined) return { group, to };
  throw wrong('say what is to be done: list, or move GROUP --to PROCESS');
}

const wrong = (what: string, cause?: unknown): Error => new Error(`${what}.\n\n${USAGE}`, { cause });
