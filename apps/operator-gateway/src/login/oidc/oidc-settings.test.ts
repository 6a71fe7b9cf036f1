import { describe, expect, it } from '@jest/globals';
import { present } from '@exchange/core/kernel';
import { ConfigError, defineConfig } from '@exchange/platform';
import { oidcFields } from './oidc-fields';
import { personOf } from './oidc-person';
import { oidcSettingsOf } from './oidc-settings';

const whole = {
  OPERATOR_OIDC_ISSUER: 'https://people.example',
  OPERATOR_OIDC_CLIENT_ID: 'desk',
  OPERATOR_OIDC_ROLES: 'desk=leads=admin, staff=viewer',
  OPERATOR_PAGE_URL: 'https://desk.example',
};
const settingsOf = (environment: object, chainId = 1) =>
  oidcSettingsOf(defineConfig(oidcFields).parse({ ...environment }), chainId);

describe('the provider that knows the operators', () => {
  it('is required, but on a development chain', () => {
    expect(settingsOf({}, 31_337)).toBeUndefined();
    expect(() => settingsOf({}, 1)).toThrow(ConfigError);
    expect(() => settingsOf({}, 1)).toThrow(/OPERATOR_OIDC_ISSUER: is required on chain 1/);
  });

  it('has roles by values of a claim', () => {
    expect([...(settingsOf(whole)?.roles ?? [])]).toEqual([
      ['desk=leads', 'admin'],
      ['staff', 'viewer'],
    ]);
    expect(settingsOf(whole)?.redirectUri.href).toBe('https://desk.example/login/oidc');
  });

  it.each([
    [{ OPERATOR_OIDC_ISSUER: 'http://people.example' }, 'OPERATOR_OIDC_ISSUER: must begin with https://'],
    [{ OPERATOR_OIDC_CLIENT_ID: '' }, 'OPERATOR_OIDC_CLIENT_ID: is required'],
    [{ OPERATOR_OIDC_ROLES: '' }, 'OPERATOR_OIDC_ROLES: is required'],
    [{ OPERATOR_OIDC_ROLES: 'leads' }, '"leads" is not value=role'],
    [{ OPERATOR_OIDC_ROLES: 'leads=king' }, '"king" is none of viewer, support, market, risk, admin'],
    [{ OPERATOR_OIDC_ROLES: 'a=admin,a=viewer' }, '"a" is there twice'],
    [{ OPERATOR_PAGE_URL: '' }, 'OPERATOR_PAGE_URL: is required'],
    [{ OPERATOR_PAGE_URL: 'http://desk.example' }, 'OPERATOR_PAGE_URL: must begin with https://'],
  ])('is refused with %j', (changed, message) => {
    expect(() => settingsOf({ ...whole, ...changed })).toThrow(message);
  });

  it('tells roles in a claim or on a path to it, and only names that people have here', () => {
    const settings = { ...present(settingsOf(whole), 'settings'), rolesClaim: 'realm_access.roles' };
    const claims = { iss: '', aud: '', iat: 0, exp: 0, sub: 'Ada.7' };
    const person = personOf({ ...claims, realm_access: { roles: ['staff', 'other', 5] } }, settings);
    expect(person).toEqual({ ok: true, value: { name: 'ada.7', roles: ['viewer'] } });
    const told = { ...claims, 'realm_access.roles': 'staff' };
    expect(personOf(told, settings)).toMatchObject({ ok: true });
    for (const other of [{}, { realm_access: null }, { realm_access: { roles: { staff: true } } }])
      expect(personOf({ ...claims, ...other }, settings)).toMatchObject({ ok: false });
    for (const sub of ['', 'Ada\nadmin', '\u202eada', 'a'.repeat(101)])
      expect(personOf({ ...told, sub }, settings)).toMatchObject({ ok: false, code: 'LOGIN_REFUSED' });
  });
});
