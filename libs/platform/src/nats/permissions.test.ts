import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@exchange/contract/bus';
import { natsServerConfig } from './server-config';

interface ConfiguredUser {
  readonly user: string;
  readonly permissions: {
    readonly publish: { readonly allow?: readonly string[]; readonly deny?: readonly string[] };
    readonly allow_responses: unknown;
  };
}

const users = ['administrator' as const, ...SERVICES].map((service) => ({
  ...{ name: service, password: 'secret', service },
}));
const config = natsServerConfig({ port: 4222, storeDir: '/data', users });
const { authorization } = JSON.parse(config) as { authorization: { users: ConfiguredUser[] } };

describe('the users of the broker', () => {
  it('are two for each service, and for the administrator', () => {
    const names = users.flatMap(({ name }) => [name, `${name}-logs`]);
    expect(authorization.users.map(({ user }) => user)).toEqual(names);
  });

  it('read logs only where they may answer nothing', () => {
    const mayAnswer = authorization.users.filter(({ permissions }) => permissions.allow_responses !== false);
    expect(mayAnswer.map(({ user }) => user)).toEqual(['account-service', 'market-data']);
    for (const { permissions } of mayAnswer) {
      expect(permissions.publish.allow?.filter((subject) => /STREAM.INFO|^>$/.test(subject))).toEqual([]);
    }
  });

  it('ask the broker for nothing that it would deliver as it was stored, wherever they want', () => {
    const services = authorization.users.filter(({ user }) => user !== 'administrator');
    for (const { user, permissions } of services.filter(({ user: name }) => name !== 'administrator-logs')) {
      const asked = permissions.publish.allow?.filter((subject) => subject.startsWith('$JS.')) ?? [];
      const harmless = /^\$JS\.API\.STREAM\.(INFO|MSG\.GET)\.[A-Z]+$/;
      expect([user, asked.filter((subject) => !harmless.test(subject))]).toEqual([user, []]);
    }
  });

  it('have no empty list of what they may publish, which would allow everything', () => {
    for (const { user, permissions } of authorization.users) {
      const { allow, deny } = permissions.publish;
      expect([user, (allow ?? []).length > 0 || deny?.[0] === '>']).toEqual([user, true]);
    }
  });
});
