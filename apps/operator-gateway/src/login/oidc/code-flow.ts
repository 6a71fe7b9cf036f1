import type { DeskResult, Person } from '@exchange/core/operator';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { OidcProvider } from './oidc-provider';
import type { OidcSettings } from './oidc-settings';

/** What the browser that began a login keeps until it comes back: only it can end it. */
export interface BegunLogin {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The login of the page: the browser goes to the provider and comes back with a code (OpenID Connect Core, 3.1; PKCE, RFC 7636). */
export class CodeFlow {
  constructor(
    private readonly provider: OidcProvider,
    private readonly settings: OidcSettings,
  ) {}

  /** Where to send the browser, and what it must bring back. */
  begin(): Promise<DeskResult<{ readonly url: URL; readonly begun: BegunLogin }>> {
    return this.provider.ask(async (configuration) => {
      const begun = {
        ...{ state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() },
      };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: this.settings.redirectUri.href,
        scope: SCOPE,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await calculatePKCECodeChallenge(begun.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url, begun };
    });
  }

  /** Whom the provider sent back. `query`: of the address at which the browser came back. */
  async finish(query: string, begun: BegunLogin): Promise<DeskResult<Person>> {
    const granted = await this.provider.ask((configuration) => {
      const cameBackTo = new URL(this.settings.redirectUri);
      cameBackTo.search = query;
      return authorizationCodeGrant(configuration, cameBackTo, {
        ...{ expectedState: begun.state, expectedNonce: begun.nonce, pkceCodeVerifier: begun.codeVerifier },
        idTokenExpected: true,
      });
    });
    return granted.ok ? this.provider.person(granted.value) : granted;
  }
}

/** Who it is, and what the provider tells of people. */
export const SCOPE = 'openid profile email';
