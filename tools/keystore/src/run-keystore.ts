import { keystoreAddress, openKeystore, readPassword, sealKey, writeSecret } from '@exchange/edge/keys';
import { Wallet } from 'ethers';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { say } from '../../kit/command-line/say';

/** How the tool is used. */
export const USAGE = `npm run keystore -- <command> FILE [options]: encrypted keys for the roles of the contract

Keystores are Web3 Secret Storage, version 3 (scrypt), as geth and ethers write them. Files are made with mode 0600, and
none is written over. A private key is never shown, nor taken from the command line.

  new FILE        makes a key, and says its address
  import FILE     takes the key (0x and 64 hex digits) from --key-file, and says its address
  address FILE    says the address that the keystore names; with a password, the one of the key itself
  password FILE   encrypts the key anew with another password

Options:
  --password-file FILE       the password, one line; new and import make one of 256 random bits if the file isn't there
  --key-file FILE            for import; - is the standard input
  --new-password-file FILE   for password; made at random if it isn't there
  --help                     this text
`;

type Options = Readonly<Partial<Record<'password-file' | 'key-file' | 'new-password-file', string>>>;

function read(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { 'password-file': text, 'key-file': text, 'new-password-file': text },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}.\n\n${USAGE}`, {
      cause: error,
    });
  }
}

/** The file that an option names. Throws, with how the tool is used, when it isn't given. */
function needed(options: Options, name: keyof Options): string {
  const file = options[name];
  if (file === undefined) throw new Error(`--${name} is missing.\n\n${USAGE}`);
  return file;
}

/** The password in the file, which is made at random when there is none. */
function passwordIn(file: string): string {
  if (!existsSync(file)) {
    writeSecret(file, `${randomBytes(32).toString('base64url')}\n`);
    say(`a password is in ${file}: keep it apart from the keystore`);
  }
  return readPassword(file);
}

async function seal(file: string, privateKey: string, options: Options): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} is there already`);
  writeSecret(file, await sealKey(privateKey, passwordIn(needed(options, 'password-file'))));
  say(keystoreAddress(file));
}

async function importKey(file: string, options: Options): Promise<void> {
  const from = needed(options, 'key-file');
  await seal(file, readFileSync(from === '-' ? 0 : from, 'utf8').trim(), options);
}

async function showAddress(file: string, options: Options): Promise<void> {
  const passwordFile = options['password-file'];
  // Opening compares what the keystore names with its key.
  if (passwordFile !== undefined) await openKeystore({ file, passwordFile });
  say(keystoreAddress(file));
}

async function changePassword(file: string, options: Options): Promise<void> {
  const privateKey = await openKeystore({ file, passwordFile: needed(options, 'password-file') });
  const next = `${file}.new`;
  writeSecret(next, await sealKey(privateKey, passwordIn(needed(options, 'new-password-file'))));
  renameSync(next, file);
  say(`${file} opens with the new password only; destroy copies of the old one`);
}

const COMMANDS = new Map<string, (file: string, options: Options) => Promise<void>>([
  ['new', (file, options) => seal(file, Wallet.createRandom().privateKey, options)],
  ['import', importKey],
  ['address', showAddress],
  ['password', changePassword],
]);

/** Runs one command of the tool. Throws a sentence, and leaves no file half written, when it can't be carried out. */
export async function runKeystore(args: readonly string[]): Promise<void> {
  const { values, positionals } = read(args);
  const [command = '', file, ...more] = positionals;
  const run = COMMANDS.get(command);
  if (run === undefined || file === undefined || more.length > 0) throw new Error(USAGE);
  await run(file, values);
}
