import { createLog } from '@exchange/platform';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Authority } from '../../kit/certificates/certificates';
import { say } from '../../kit/command-line/say';
import { signerConfig } from '../../kit/services/signer-config';
import { openSigner, prepareSigner } from './open-signer';

/** How the tool is used. */
export const USAGE = `npm run signer [-- command] [options]: holds keys of the contract's roles, and signs what its policy allows

Without a command it serves until it is stopped. It listens for HTTPS, and lets in who shows a certificate of its authority.

  check                 reads keys, certificates and policy, says what is wrong with them, and ends
  certificates FOLDER   makes an authority, and certificates for the signer, settlement-service and attester

Options of certificates:
  --host NAME           name or address by which services reach the signer; may be given again (localhost, 127.0.0.1)
  --client NAME         one more client; may be given again
  --help                this text

Variables (docs/configuration.md):

${signerConfig.reference()}`;

/** The clients that every exchange has; what a policy calls them. */
const CLIENTS = ['settlement-service', 'attester'];
const HOSTS = ['localhost', '127.0.0.1'];

function read(args: readonly string[]) {
  const many = { type: 'string', multiple: true } as const;
  try {
    return parseArgs({ args: [...args], options: { host: many, client: many }, allowPositionals: true });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}.\n\n${USAGE}`, {
      cause: error,
    });
  }
}

/** Carries out one command, or serves until SIGTERM or SIGINT. Throws what is wrong as one message. */
export async function runSigner(args: readonly string[]): Promise<void> {
  const { values, positionals } = read(args);
  const [command, folder, ...more] = positionals;
  if (command === undefined) await serve();
  else if (command === 'check' && folder === undefined) await check();
  else if (command === 'certificates' && folder !== undefined && more.length === 0) {
    makeCertificates(folder, values.host ?? HOSTS, [...CLIENTS, ...(values.client ?? [])]);
  } else throw new Error(USAGE);
}

async function serve(): Promise<void> {
  const values = signerConfig.parse(process.env);
  const signer = await openSigner(values, createLog('signer', values.logLevel));
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await signer.stop();
}

async function check(): Promise<void> {
  const { keys, policy } = await prepareSigner(signerConfig.parse(process.env));
  for (const [role, { address }] of keys) say(`${role} ${address}`);
  say(`signs for ${policy.domain.contract} on chain ${policy.domain.chainId}`);
}

function makeCertificates(folder: string, hosts: readonly string[], clients: readonly string[]): void {
  const authority = Authority.in(folder);
  const made = [
    authority.files,
    authority.certify('signer', { kind: 'server', hosts }),
    ...clients.map((client) => authority.certify(client, { kind: 'client' })),
  ];
  for (const { certFile, keyFile } of made) say(`${certFile} ${keyFile}`);
  say('keep authority.key offline: who has it can make clients');
}
