import { createPrivateKey, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

type Claims = Readonly<Record<string, unknown>>;

/** How the provider lies in what it signs; undefined: it doesn't. */
type Lie = ((claims: Claims) => Claims) | undefined;

export interface TestProvider {
  readonly issuer: string;
  /** As what it knows operator-gateway. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Changes the id tokens of the next grants; they are signed with the provider's own key all the same, or not. */
  lie(lie: Lie, signs?: boolean): void;
  stop(): Promise<void>;
}

const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** npm's oidc-provider on a free port of 127.0.0.1. People are who they say; `groups` are what the claim of this name lists. */
export async function startProvider(
  redirectUri: string,
  groups: Readonly<Record<string, readonly string[]>>,
): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const [clientId, clientSecret] = ['operator-gateway', 'a-secret-between-the-two'];
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...key, alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['of this run'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'groups'], profile: ['preferred_username'], email: ['email'] },
    features: { deviceFlow: { enabled: true } },
    pkce: { required: () => true },
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] },
        grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
      },
    ],
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: `${id}@desk`, groups: groups[id] ?? [] }),
    }),
  });
  let lie: Lie;
  let signs = true;
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string; interval?: number } | undefined;
    // Five seconds are usual.
    if (context.path === '/device/auth' && body) body.interval = 1;
    if (context.path !== '/token' || body?.id_token === undefined || (!lie && signs)) return;
    const [head, claims] = body.id_token.split('.') as [string, string];
    const told = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
    const content = `${head}.${segment(lie ? lie(told) : told)}`;
    const signer = signs
      ? createPrivateKey({ key, format: 'jwk' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    body.id_token = `${content}.${createSign('RSA-SHA256').update(content).sign(signer, 'base64url')}`;
  });
  server.on('request', provider.callback());
  return {
    ...{ issuer, clientId, clientSecret },
    lie(next, signing = true) {
      [lie, signs] = [next, signing];
    },
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A browser as far as a login needs one: cookies, redirects, and forms that are filled in and sent. */
export class PlainBrowser {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly login: string) {}

  /** Goes on until the provider sends it elsewhere (and returns where to), or has nothing more to ask. */
  async visit(start: string): Promise<URL | undefined> {
    const { origin } = new URL(start);
    let next: { url: URL; form?: URLSearchParams } | undefined = { url: new URL(start) };
    while (next !== undefined) {
      if (next.url.origin !== origin) return next.url;
      next = await this.step(next.url, next.form);
    }
    return undefined;
  }

  private async step(
    url: URL,
    form?: URLSearchParams,
  ): Promise<{ url: URL; form?: URLSearchParams } | undefined> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) this.cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location !== null) return { url: new URL(location, url) };
    const page = await answer.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) return undefined;
    return { url: new URL(action, url), form: this.filled(page) };
  }

  private filled(page: string): URLSearchParams {
    const form = new URLSearchParams();
    for (const [input] of page.matchAll(/<input[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(input)?.[1];
      const value = /value="([^"]*)"/.exec(input)?.[1];
      if (name !== undefined) form.append(name, value ?? this.login);
    }
    return form;
  }
}
