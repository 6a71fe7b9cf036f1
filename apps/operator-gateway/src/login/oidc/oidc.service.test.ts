import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { present } from '@exchange/core/kernel';
import { systemClock } from '@exchange/platform';
import { KeptLog } from '@exchange/test/kit';
import { PlainBrowser, startProvider, type TestProvider } from '../../../test/start-provider.fixture';
import { CodeFlow } from './code-flow';
import { DeviceFlow } from './device-flow';
import { OidcProvider } from './oidc-provider';
import type { OidcSettings } from './oidc-settings';

const PAGE = 'http://localhost:9/login/oidc';

describe('logins through an OpenID Connect provider', () => {
  const clock = systemClock;
  const log = new KeptLog();
  let provider: TestProvider;
  let settings: OidcSettings;
  let flow: CodeFlow;
  let devices: DeviceFlow;

  beforeAll(async () => {
    // It tells what is for development only.
    for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockReturnValue();
    provider = await startProvider(PAGE, { ada: ['desk-leads', 'staff'], bob: ['staff'] });
    const { issuer, clientId, clientSecret } = provider;
    settings = {
      ...{ issuer: new URL(issuer), clientId, clientSecret, redirectUri: new URL(PAGE) },
      ...{ nameClaim: 'preferred_username', rolesClaim: 'groups' },
      roles: new Map([['desk-leads', 'admin']]),
    };
    ({ flow, devices } = parts(settings));
  });

  beforeEach(() => provider.lie(undefined));

  afterAll(async () => {
    devices?.stop();
    await provider?.stop();
  });

  function parts(used: OidcSettings) {
    const asked = new OidcProvider({ settings: used, clock, log });
    return { flow: new CodeFlow(asked, used), devices: new DeviceFlow(asked, clock) };
  }

  async function begin() {
    const answer = await flow.begin();
    if (!answer.ok) throw new Error(answer.message);
    return answer.value;
  }

  async function login(person: string) {
    const { url, begun } = await begin();
    const back = present(await new PlainBrowser(person).visit(url.href), 'the way back');
    return flow.finish(back.search, begun);
  }

  it('tells who came back with a code, and their roles', async () => {
    const { url } = await begin();
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    const person = { name: 'ada@desk', roles: ['admin'] };
    expect(await login('ada')).toEqual({ ok: true, value: person });
  });

  it('takes a code once, and only in the browser that asked for it', async () => {
    const [one, other] = [await begin(), await begin()];
    const back = present(await new PlainBrowser('ada').visit(one.url.href), 'the way back');
    const refused = { ok: false, code: 'LOGIN_REFUSED' };
    expect(await flow.finish(back.search, other.begun)).toMatchObject(refused);
    const stolen = { ...one.begun, codeVerifier: other.begun.codeVerifier };
    expect(await flow.finish(back.search, stolen)).toMatchObject(refused);
    expect(await flow.finish(back.search, one.begun)).toMatchObject({ ok: true });
    expect(await flow.finish(back.search, one.begun)).toMatchObject(refused);
    expect(await flow.finish('', one.begun)).toMatchObject(refused);
  });

  it('refuses people whom no role is for', async () => {
    expect(await login('bob')).toEqual({
      ok: false,
      code: 'LOGIN_REFUSED',
      message:
        'bob@desk has no role here: no value of the claim groups is among those of OPERATOR_OIDC_ROLES',
    });
  });

  it.each([
    ['for another audience', { aud: 'another-client' }, /"aud"/],
    ['of another issuer', { iss: 'https://elsewhere.example' }, /"iss"/],
    ['that expired', { exp: 1_700_000_000 }, /"exp"|expir/i],
    ['for another login', { nonce: 'of another' }, /nonce/],
  ])('believes no id token %s', async (_what, changed, reason) => {
    provider.lie((claims) => ({ ...claims, ...changed }));
    const answer = await login('ada');
    expect(answer).toMatchObject({ ok: false, code: 'LOGIN_REFUSED' });
    expect(answer).toHaveProperty('message', expect.stringMatching(reason));
  });

  it('believes no id token that the provider did not sign', async () => {
    provider.lie(undefined, false);
    expect(await login('ada')).toMatchObject({ ok: false, code: 'LOGIN_REFUSED' });
  });

  it('allows for clocks that differ by seconds', async () => {
    provider.lie((claims) => ({ ...claims, exp: Math.floor(Date.now() / 1_000) - 5 }));
    expect(await login('ada')).toMatchObject({ ok: true });
  });

  it('logs in a terminal when a browser confirms its code', async () => {
    const begun = await devices.begin();
    if (!begun.ok) throw new Error(begun.message);
    const { id, url, userCode } = begun.value;
    expect(await devices.finish(id, 10)).toEqual({ ok: true, value: undefined });
    expect(url).toContain(userCode);
    await new PlainBrowser('ada').visit(url);
    expect(await devices.finish(id, 20_000)).toMatchObject({
      ok: true,
      value: { name: 'ada@desk', roles: ['admin'] },
    });
    expect(await devices.finish(id, 10)).toMatchObject({ ok: false, code: 'LOGIN_REFUSED' });
  });

  it('lets no more terminals wait than it says', async () => {
    const { devices: others } = parts(settings);
    for (let at = 0; at < 20; at += 1) expect(await others.begin()).toMatchObject({ ok: true });
    expect(await others.begin()).toMatchObject({ ok: false, code: 'RATE_LIMITED' });
    others.stop();
  });

  it('believes no provider that names itself otherwise', async () => {
    const elsewhere = new URL(provider.issuer.replace('127.0.0.1', 'localhost'));
    expect(await parts({ ...settings, issuer: elsewhere }).flow.begin()).toMatchObject({
      ...{ ok: false, code: 'LOGIN_REFUSED' },
    });
  });

  it('refuses everybody while the provider is gone, and never tells the secret', async () => {
    const { url, begun } = await begin();
    const back = present(await new PlainBrowser('ada').visit(url.href), 'the way back');
    const fresh = parts(settings);
    await provider.stop();
    const gone = { ok: false, code: 'UNAVAILABLE', message: expect.stringContaining(provider.issuer) };
    expect(await flow.finish(back.search, begun)).toMatchObject(gone);
    expect(await fresh.flow.begin()).toMatchObject(gone);
    expect(await fresh.devices.begin()).toMatchObject(gone);
    expect(JSON.stringify(log.lines)).not.toContain(provider.clientSecret);
  });
});
