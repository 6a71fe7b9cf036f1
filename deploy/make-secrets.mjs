/** `node deploy/make-secrets.mjs`: writes random passwords and keys for docker-compose.yml into .env, once. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');

// The keys of a development chain are no secrets: numbers 30, 38 and 31 of the mnemonic that every tool knows.
const developmentKeys = {
  SETTLER_KEY: '0x85a74ca11529e215137ccffd9c95b2c72c5fb0295c973eb21032e823329b3d2d',
  ATTESTER_KEY: '0x5b92c5fe82d4fabee0bc6d95b4b8a3f9680a0ed7801f631035528f32c9eb2ad5',
  COSIGNER_KEY: '0xac8698a440d33b866b6ffe8775621ce1a4e6ebd04ab7980deb97b3d997fc64fb',
};

/** The names of the variables without which the compose file refuses to start. */
export function requiredVariables(compose) {
  return [...new Set([...compose.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name]) => name))];
}

/** The content of .env: a random secret for each required variable, and the keys that only a development chain takes. */
export function secretsFile(compose) {
  const secrets = requiredVariables(compose).map((name) => [name, randomBytes(32).toString('hex')]);
  const lines = [...secrets, ...Object.entries(developmentKeys)].map(([name, secret]) => `${name}=${secret}`);
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.join(root, '.env');
  if (existsSync(file)) {
    console.error(
      `${file} is there already; remove it to get new secrets (the old data then can't be read).`,
    );
    process.exit(1);
  }
  const compose = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
  writeFileSync(file, secretsFile(compose), { mode: 0o600 });
  console.log(`${file} is written`);
}
