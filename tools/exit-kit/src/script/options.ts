import { parseArgs } from 'node:util';

/** What each command is given besides the chain and the account; `?` where it may be left out. */
const COMMANDS = {
  show: ['orders?', 'from-block?'],
  'request-exit': ['token'],
  'cancel-exit': ['token'],
  withdraw: ['token', 'amount', 'receiver?'],
  'cancel-orders': ['orders'],
  'request-min-nonce': ['token', 'nonce'],
  'apply-min-nonce': ['token'],
  'void-nonces': ['nonces'],
  'remove-delegate': ['delegate'],
  'check-proof': ['root?', 'block?'],
} as const;

export type KitCommandName = keyof typeof COMMANDS;

const CHAIN = ['rpc', 'contract', 'account?'];
const KEY = ['keystore?', 'password-file?'];
/** A proof, and what everybody was shown. */
const PROOF_FILES_MAX = 2;

export const USAGE = `npm run exit-kit -- COMMAND …, or with Node alone: node exit-kit.mjs COMMAND …

Shows what the exchange's contract holds for an account, and takes it out, with no server of the exchange: it asks a node of the chain
and nobody else. Without --send a command is only tried and explained.

  show                what there is. --orders HASH,…: also these orders; --from-block N: look for delegates from there on
  request-exit        asks to leave with --token SYMBOL or ADDRESS (several with commas, "all" for each that is held)
  cancel-exit         gives up an exit of --token …
  withdraw            takes out --token … --amount 12.5 (or "all") [--receiver ADDRESS], when its time has come
  cancel-orders       cancels --orders HASH,… (EIP-712 hashes)
  request-min-nonce   cancels all orders that sell --token … with a nonce below --nonce N ("now": all that were signed so far with
                      the time in ms as nonce, as our clients do): cheaper than hashes from the second order on
  apply-min-nonce     puts that in force when its time has come, for --token …
  void-nonces         makes unused withdrawal signatures void: --nonces N,…
  remove-delegate     takes the right to trade from --delegate ADDRESS
  check-proof FILE …  checks a saved answer to getSolvencyProof, and compares it with the contract. The root that everybody was
                      shown: --root HASH --block N, or a saved answer of GET /rest/v1/solvency as a second FILE

  --rpc URL           a node of the chain: your own, or any that you trust to tell you what is there
  --contract ADDRESS  the exchange's contract
  --account ADDRESS   whose; the keystore's by default
  --keystore FILE     the account's key, encrypted (Web3 Secret Storage, version 3)
  --password-file F   its password; asked for if it isn't given
  --send              really do it
  --help              this text`;

const VALUES = [
  ...['rpc', 'contract', 'account', 'keystore', 'password-file', 'token', 'amount', 'receiver'],
  ...['orders', 'from-block', 'nonce', 'nonces', 'delegate', 'root', 'block'],
] as const;
type Flag = (typeof VALUES)[number];

/** A command with what it was given. */
export interface KitCommand {
  readonly name: KitCommandName;
  readonly send: boolean;
  /** Of check-proof, which alone takes some. */
  readonly files: readonly string[];
  /** The value of a flag; throws if it wasn't given. */
  text(flag: Flag): string;
  find(flag: Flag): string | undefined;
}

/** Reads the command line. Throws, with how the kit is used, on anything that it doesn't know or that is missing. */
export function readCommand(args: readonly string[]): KitCommand {
  const { values, positionals } = parsed(args);
  const [name = '', ...files] = positionals;
  if (!isCommand(name) || (name !== 'check-proof' && files.length > 0)) {
    const what = name === '' ? 'No command is given' : `There is no command "${positionals.join(' ')}"`;
    throw new Error(`${what}.\n\n${USAGE}`);
  }
  if (name === 'check-proof' && (files.length === 0 || files.length > PROOF_FILES_MAX)) {
    throw new Error(`check-proof needs one file, or two.\n\n${USAGE}`);
  }
  const allowed = [...CHAIN, ...(name === 'check-proof' ? [] : KEY), ...COMMANDS[name]];
  const flags = values as Partial<Record<Flag, string>>;
  refuseOthers(name, allowed, Object.keys(flags));
  const find = (flag: Flag) => flags[flag];
  return {
    name,
    files,
    send: values['send'] === true,
    find,
    text: (flag) => {
      const value = find(flag);
      if (value === undefined) throw new Error(`${name} needs --${flag}.\n\n${USAGE}`);
      return value;
    },
  };
}

const isCommand = (name: string): name is KitCommandName => Object.hasOwn(COMMANDS, name);

function refuseOthers(name: KitCommandName, allowed: readonly string[], given: readonly string[]): void {
  const known = new Set(allowed.map((flag) => flag.replace('?', '')));
  const stray = given.find((flag) => flag !== 'send' && !known.has(flag));
  if (stray !== undefined) throw new Error(`${name} takes no --${stray}.\n\n${USAGE}`);
  const missing = allowed.find((flag) => !flag.endsWith('?') && !given.includes(flag));
  if (missing !== undefined) throw new Error(`${name} needs --${missing}.\n\n${USAGE}`);
}

function parsed(args: readonly string[]) {
  const options = {
    ...Object.fromEntries(VALUES.map((name) => [name, { type: 'string' as const }])),
    send: { type: 'boolean' as const },
  };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}.\n\n${USAGE}`, {
      cause: error,
    });
  }
}

/** The addresses, hashes or numbers of a list with commas. */
export const itemsOf = (text: string): string[] => text.split(',').map((item) => item.trim());
