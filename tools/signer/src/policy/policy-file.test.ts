import { ConfigError } from '@exchange/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DAI, POLICY, policyFrom } from '../../test/signer.fixture';
import { readPolicy } from './policy-file';

describe('a policy', () => {
  let file: string;
  beforeAll(() => {
    file = path.join(mkdtempSync(path.join(os.tmpdir(), 'policy-')), 'policy.json');
  });
  afterAll(() => {
    rmSync(path.dirname(file), { recursive: true });
  });

  const problems = (policy: unknown): string => {
    try {
      policyFrom(file, policy);
      return '';
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
  };
  const { settler, attester, cosigner, ...others } = POLICY;

  it('is read from its file', () => {
    expect(policyFrom(file, POLICY)).toMatchObject({ domain: POLICY.domain, attester });
    const alone = { ...others, clients: { attester: ['attester'] }, attester };
    expect(problems(alone)).toBe('');
  });

  it('says where each thing is that is wrong with it', () => {
    const wrong = problems({
      ...POLICY,
      domain: { ...POLICY.domain, contract: '0x12' },
      settler: { ...settler, feeMax: 1e18, tradeMax: 5, tradesMax: 129, functions: ['grantRole'] },
      cosigner: { ...cosigner, signaturesPerMinute: 0, withdrawals: { DAI: { perHour: '1', perDay: '1' } } },
    });
    for (const place of ['/domain/contract', '/settler/feeMax', '/settler/tradeMax', '/settler/tradesMax']) {
      expect(wrong).toContain(`  ${place}: `);
    }
    for (const place of [
      '/settler/functions/0',
      '/cosigner/signaturesPerMinute',
      '/cosigner/withdrawals/DAI',
    ]) {
      expect(wrong).toContain(`  ${place}: `);
    }
    expect(problems({ ...POLICY, attester: { ...attester, validForSecondsMax: 86_401 } })).toContain(
      '/attester/validForSecondsMax',
    );
  });

  it('says what contradicts itself', () => {
    expect(problems({ ...POLICY, attester: undefined })).toContain('/clients: attester is granted');
    expect(problems({ ...POLICY, clients: { attester: ['attester', 'cosigner'] } })).toContain(
      '/settler: no client may use it',
    );
    const upsideDown = { ...settler, withdrawals: { [DAI]: { perHour: '2', perDay: '1' } } };
    expect(problems({ ...POLICY, settler: upsideDown })).toContain('perHour is more than perDay');
  });

  it('says that a file is missing or no JSON', () => {
    expect(() => readPolicy('/nowhere/policy.json')).toThrow("the file /nowhere/policy.json can't be read");
    writeFileSync(file, '{');
    expect(() => readPolicy(file)).toThrow(/The policy in .*policy.json is wrong/);
  });
});
