import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@exchange/core/kernel';
import { type BrokerRole, EXCHANGE_ACCOUNT } from './identity';
import { natsServerConfig } from './server-config';

interface SigningKey {
  readonly role: string;
  readonly key: string;
  readonly template: {
    readonly pub: { readonly allow?: readonly string[]; readonly deny?: readonly string[] };
    readonly sub: { readonly allow: readonly string[] };
    readonly resp?: unknown;
  };
}

const ROLES: readonly BrokerRole[] = ['administrator', ...SERVICES];
const passwords = Object.fromEntries(ROLES.map((role) => [role, `secret of ${role}`]));
const configOf = (of: Record<string, string>) =>
  natsServerConfig({ port: 4222, storeDir: '/data', passwords: of });

function signingKeys(config: string): readonly SigningKey[] {
  const { resolver_preload: accounts } = JSON.parse(config) as { resolver_preload: Record<string, string> };
  const claims = Buffer.from(accounts[EXCHANGE_ACCOUNT]?.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { nats: { signing_keys: SigningKey[] } }).nats.signing_keys;
}

const config = configOf(passwords);
const keys = signingKeys(config);

describe('the users of the broker', () => {
  it('are signed by two keys for each service, and for the administrator', () => {
    const roles = ROLES.flatMap((role) => [`${role} own`, `${role} logs`]);
    expect(keys.map(({ role }) => role)).toEqual(roles);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
  });

  it('come from passwords, which the configuration of the broker does not hold', () => {
    for (const password of Object.values(passwords)) expect(config).not.toContain(password);
    const few = { administrator: 'one', 'operator-gateway': 'two' };
    const [first, again, changed] = [few, few, { ...few, 'operator-gateway': 'three' }].map(configOf);
    expect(again).toBe(first);
    const known = new Set(signingKeys(first ?? '').map(({ key }) => key));
    const others = signingKeys(changed ?? '').filter(({ key }) => !known.has(key));
    expect(others.map(({ role }) => role)).toEqual(['operator-gateway own', 'operator-gateway logs']);
  });

  it('of a gateway send and listen under nothing but their own key', () => {
    for (const { role, template } of keys.filter(({ role: one }) => /^(rest|ws)-gateway/.test(one))) {
      const sent = template.pub.allow?.filter((subject) => /[.](cmd|query)[.]/.test(subject)) ?? [];
      const foreign = sent.filter((subject) => subject.split('.').at(-2) !== '{{subject()}}');
      expect([role, foreign]).toEqual([role, []]);
      const inboxes = template.sub.allow.filter((subject) => subject.startsWith('_INBOX'));
      expect(inboxes).toEqual(['_INBOX.{{subject()}}.>']);
      // What an operator asks of one process, no other hears.
      const served = template.sub.allow.filter((subject) => /[.](cmd|query)[.]/.test(subject));
      const own = /^[a-z-]+[.]v1[.](cmd|query)[.]{{subject[(][)]}}[.][*][.][a-z-]+$/;
      expect([role, served.filter((subject) => !own.test(subject))]).toEqual([role, []]);
    }
  });

  it('read logs only where they may answer nothing', () => {
    const mayAnswer = keys.filter(({ template }) => template.resp !== undefined);
    expect(mayAnswer.map(({ role }) => role)).toEqual([
      'account-service own',
      'matching-engine own',
      'market-data own',
      'settlement-service own',
      'attester own',
      'solvency own',
      'rest-gateway own',
      'ws-gateway own',
    ]);
    for (const { template } of mayAnswer) {
      expect(template.pub.allow?.filter((subject) => /STREAM.INFO|^>$/.test(subject))).toEqual([]);
    }
  });

  it('ask the broker for nothing that it would deliver as it was stored, wherever they want', () => {
    for (const { role, template } of keys.filter(({ role: one }) => !one.startsWith('administrator'))) {
      const asked = template.pub.allow?.filter((subject) => subject.startsWith('$JS.')) ?? [];
      const harmless = /^\$JS\.API\.STREAM\.(INFO|MSG\.GET)\.[A-Z]+$/;
      expect([role, asked.filter((subject) => !harmless.test(subject))]).toEqual([role, []]);
    }
  });

  it('have no empty list of what they may publish, which would allow everything', () => {
    for (const { role, template } of keys) {
      const { allow, deny } = template.pub;
      expect([role, (allow ?? []).length > 0 || deny?.[0] === '>']).toEqual([role, true]);
    }
  });
});
