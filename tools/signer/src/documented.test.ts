import { KEY_ROLES, type KeyRole, LocalKey, refusalAnswer, SIGNER_PATHS } from '@exchange/edge/keys';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NOW, policyFrom } from '../test/signer.fixture';
import { REFUSAL_CODES } from './policy/draft';
import { type Policy } from './policy/policy-file';
import { PolicySigner } from './signer';
import { FAILED } from './signer-meters';

const page = readFileSync('docs/remote-signer.md', 'utf8');

/** The blocks of JSON that are marked with a word, in their order. */
const blocks = (word: string): unknown[] =>
  [...page.matchAll(/^```json (\w+)\n([^]*?)^```$/gm)]
    .filter(([, mark]) => mark === word)
    .map(([, , text = '']) => JSON.parse(text) as unknown);

describe('docs/remote-signer.md', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signer-page-'));
  let policy: Policy;
  let signer: PolicySigner;

  beforeAll(() => {
    policy = policyFrom(path.join(folder, 'policy.json'), blocks('policy')[0]);
    const secrets = [...page.matchAll(/^\| (\w+) +\| `(0x[0-9a-f]{64})` \|$/gm)];
    const keys = new Map(
      secrets.map(([, role = '', key = '']) => [role as KeyRole, new LocalKey(key, role)]),
    );
    const audit = { append: () => Promise.resolve() };
    signer = new PolicySigner({ policy, keys, audit, clock: { now: () => NOW * 1_000 } });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(KEY_ROLES)('shows a request of the %s and its answer', async (role) => {
    const at = KEY_ROLES.indexOf(role);
    expect(page).toContain(`### \`POST ${SIGNER_PATHS[role]}\``);
    const [name = ''] = Object.entries(policy.clients).find(([, roles]) => roles.includes(role)) ?? [];
    const answer = await signer.sign(role, blocks('request')[at], { name, certificate: '' });
    expect(answer).toEqual(blocks('answer')[at]);
  });

  it('names every reason of a refusal', () => {
    for (const code of [...REFUSAL_CODES, FAILED, 'WRONG_SIGNATURE']) expect(page).toContain(`\`${code}\``);
    for (const refusal of blocks('refusal')) expect(Value.Check(refusalAnswer.schema, refusal)).toBe(true);
  });

  it('names every member of the policy', () => {
    for (const role of KEY_ROLES) {
      for (const member of Object.keys(policy[role] ?? {})) expect(page).toContain(`"${member}"`);
    }
  });
});
