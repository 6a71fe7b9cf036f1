import { ok } from '@exchange/core/kernel';
import { type DeskRefusal, type DeskResult, type Person, refuse } from '@exchange/core/operator';
import type { Clock, Log } from '@exchange/platform';
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  ClientError,
  ClientSecretBasic,
  clockTolerance,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  None,
  ResponseBodyError,
} from 'openid-client';
import { personOf } from './oidc-person';
import type { OidcSettings } from './oidc-settings';

/** So far may the provider's clock be from ours. */
const CLOCK_TOLERANCE_S = 30;
const ANSWER_WITHIN_S = 10;
/** Where its endpoints and keys are is asked again after so long. */
const DISCOVERED_FOR_MS = 3_600_000;

interface Deps {
  readonly settings: OidcSettings;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the provider answers to a grant, as far as it counts here. */
interface Granted {
  claims(): Parameters<typeof personOf>[0] | undefined;
}

/** One OpenID Connect provider: where its endpoints are, and whom it vouches for. Nothing is asked of it before it is needed. */
export class OidcProvider {
  private discovered: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined;

  constructor(private readonly deps: Deps) {}

  /**
   * Carries out one step of a login. What the provider refuses, and what it says that can't be believed (another issuer or
   * audience, expired, wrongly signed), is LOGIN_REFUSED; UNAVAILABLE when it can't be asked.
   */
  async ask<T>(step: (configuration: Configuration) => Promise<T>): Promise<DeskResult<T>> {
    try {
      return ok(await step(await this.configuration()));
    } catch (error) {
      return this.refused(error);
    }
  }

  /** Whom the answer to a grant is for. */
  person(granted: Granted): DeskResult<Person> {
    const claims = granted.claims();
    if (claims === undefined)
      return refuse('LOGIN_REFUSED', 'the provider sent no id token: its client needs the scope openid');
    return personOf(claims, this.deps.settings);
  }

  private configuration(): Promise<Configuration> {
    const now = this.deps.clock.steady();
    if (this.discovered === undefined || now - this.discovered.at > DISCOVERED_FOR_MS) {
      const configuration = this.discover();
      this.discovered = { at: now, configuration };
      configuration.catch(() => (this.discovered = undefined));
    }
    return this.discovered.configuration;
  }

  private discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.deps.settings;
    const authentication = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret);
    return discovery(issuer, clientId, { [clockTolerance]: CLOCK_TOLERANCE_S }, authentication, {
      timeout: ANSWER_WITHIN_S,
      // An id token says who may halt the exchange: its signature is checked even where TLS vouches for its sender.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    });
  }

  private refused(error: unknown): DeskRefusal {
    if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
      return refuse('LOGIN_REFUSED', `the provider refused: ${error.error}`);
    const reason = reasonOf(error);
    const { origin } = this.deps.settings.issuer;
    if (!(error instanceof ClientError) || UNREACHED.has(error.code)) {
      this.deps.log.warn({ origin, reason }, 'the OpenID Connect provider does not answer');
      return refuse(
        'UNAVAILABLE',
        `the OpenID Connect provider ${origin} does not answer as it should (${reason}); nobody can log in until it does`,
      );
    }
    this.deps.log.warn({ origin, reason }, 'what the OpenID Connect provider said is not believed');
    return refuse('LOGIN_REFUSED', `what the provider ${origin} said is not believed: ${reason}`);
  }
}

/** Codes of the library's errors that say nothing of what was sent; an error of the network has none. */
const UNREACHED = new Set<string | undefined>([
  undefined,
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** The sentence alone: what else an error of the library carries may be of a token. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
