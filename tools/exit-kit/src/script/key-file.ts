import { decryptKeystoreJson, isKeystoreJson, Wallet } from 'ethers';
import { readFileSync } from 'node:fs';

// The kit is one file that needs nothing but Node, so it doesn't use the key library of the services, which stands on theirs.

/** Opens a keystore (Web3 Secret Storage, version 3). Throws a sentence without any part of the key. */
export async function openKey(keystoreFile: string, passwordFile: string | undefined): Promise<Wallet> {
  const json = textOf(keystoreFile);
  if (!isKeystoreJson(json))
    throw new Error(`${keystoreFile} is no keystore of version 3 (Web3 Secret Storage)`);
  const password =
    passwordFile === undefined ? await askPassword(keystoreFile) : textOf(passwordFile).replace(/\r?\n$/, '');
  try {
    return new Wallet((await decryptKeystoreJson(json, password)).privateKey);
  } catch {
    throw new Error(`the password doesn't open the keystore ${keystoreFile}`);
  }
}

/** A file's text. Throws a sentence when it can't be read. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`the file ${file} can't be read`);
  }
}

/** Reads a line from the terminal without showing it. */
async function askPassword(file: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw new Error('there is no terminal to ask for the password: give --password-file');
  stderr.write(`Password of ${file}: `);
  stdin.setRawMode(true);
  try {
    return await typedLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

async function typedLine(stdin: AsyncIterable<Buffer | string>): Promise<string> {
  let line = '';
  for await (const chunk of stdin) {
    for (const letter of String(chunk)) {
      if (letter === '\r' || letter === '\n') return line;
      if (letter === '\u0003') throw new Error('given up');
      line = letter === '\u007f' || letter === '\b' ? line.slice(0, -1) : line + letter;
    }
  }
  return line;
}
