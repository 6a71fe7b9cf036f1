import { randomBytes } from 'node:crypto';
import { ok } from '@exchange/core/kernel';
import { type DeskResult, type Person, refuse } from '@exchange/core/operator';
import type { Clock } from '@exchange/platform';
import {
  type DeviceAuthorizationResponse,
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
} from 'openid-client';
import { SCOPE } from './code-flow';
import type { OidcProvider } from './oidc-provider';

/** What a person is told who logs in at a terminal. */
export interface DeviceLogin {
  /** Names the login to {@link DeviceFlow.finish}; only who began it knows it. */
  readonly id: string;
  readonly userCode: string;
  /** Where a browser is asked for the code. */
  readonly url: string;
  readonly expiresInMs: number;
}

interface Pending {
  readonly ended: Promise<DeskResult<Person>>;
  readonly expiresAt: number;
  readonly abort: AbortController;
}

/** At once; each asks the provider every few seconds. */
const PENDING_MAX = 20;

/**
 * The login of the CLI: a person confirms a code in a browser, and the provider tells us (RFC 8628). The terminal gets no
 * token of the provider, only a session here.
 */
export class DeviceFlow {
  private readonly pending = new Map<string, Pending>();

  constructor(
    private readonly provider: OidcProvider,
    private readonly clock: Clock,
  ) {}

  async begin(): Promise<DeskResult<DeviceLogin>> {
    this.forgetExpired();
    if (this.pending.size >= PENDING_MAX)
      return refuse(
        'RATE_LIMITED',
        `${PENDING_MAX} logins wait for their codes already; try again in a minute`,
      );
    const answer = await this.provider.ask((configuration) =>
      initiateDeviceAuthorization(configuration, { scope: SCOPE }),
    );
    if (!answer.ok) return answer;
    const { user_code, verification_uri, verification_uri_complete, expires_in } = answer.value;
    const id = randomBytes(32).toString('base64url');
    const abort = new AbortController();
    const expiresAt = this.clock.steady() + expires_in * 1_000;
    this.pending.set(id, { ended: this.wait(answer.value, abort.signal), expiresAt, abort });
    return ok({
      ...{ id, userCode: user_code, url: verification_uri_complete ?? verification_uri },
      expiresInMs: expires_in * 1_000,
    });
  }

  /** Whom the code was confirmed for; undefined when that is still awaited after `withinMs`. Each login ends once. */
  async finish(id: string, withinMs: number): Promise<DeskResult<Person | undefined>> {
    this.forgetExpired();
    const login = this.pending.get(id);
    if (login === undefined)
      return refuse('LOGIN_REFUSED', 'no login waits under this id: it ended or expired; begin another');
    const over = new AbortController();
    const ended = await Promise.race([login.ended, this.clock.sleep(withinMs, over.signal)]);
    over.abort();
    if (ended === undefined) return ok(undefined);
    // Of two that ask at once, one gets it.
    if (!this.pending.delete(id)) return refuse('LOGIN_REFUSED', 'this login was ended by another');
    return ended;
  }

  /** Asks the provider for nothing more. */
  stop(): void {
    for (const { abort } of this.pending.values()) abort.abort();
    this.pending.clear();
  }

  private async wait(answer: DeviceAuthorizationResponse, signal: AbortSignal): Promise<DeskResult<Person>> {
    const granted = await this.provider.ask((configuration) =>
      pollDeviceAuthorizationGrant(configuration, answer, undefined, { signal }),
    );
    return granted.ok ? this.provider.person(granted.value) : granted;
  }

  private forgetExpired(): void {
    const now = this.clock.steady();
    for (const [id, { expiresAt, abort }] of this.pending) {
      if (expiresAt > now) continue;
      abort.abort();
      this.pending.delete(id);
    }
  }
}
