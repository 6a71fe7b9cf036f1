import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Address, reject, type Result, ok } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import { LRUCache } from 'lru-cache';

/** What a connection may do: act for `account`, as the account itself or as one of its delegates. */
export interface Grant {
  readonly account: Address;
  readonly delegate: Address | null;
  readonly gateway: string;
  readonly connection: number;
  /** Unix ms. */
  readonly expiresAt: number;
}

const refused = reject('INVALID_GRANT', 'this connection is not logged in here; authenticate again');

/** Tokens kept in memory; those asked for longest ago are read again. */
const REMEMBERED_MAX = 10_000;

/**
 * Issues and checks the tokens that gateways carry for their connections. A token is authenticated with a key that
 * only account-service has, so a gateway can neither make one nor use one of another gateway's connections, and a
 * restart logs nobody out.
 */
export class Grants {
  /** Tokens that were found genuine: a command asks several times. */
  private readonly genuine = new LRUCache<string, Grant>({ max: REMEMBERED_MAX });

  constructor(
    private readonly key: Uint8Array,
    private readonly lifetimeMs: number,
  ) {}

  issue(account: Address, delegate: Address | null, origin: Origin, at: number): string {
    const grant: Grant = {
      account,
      delegate,
      gateway: origin.gateway,
      connection: origin.connection,
      expiresAt: at + this.lifetimeMs,
    };
    const body = Buffer.from(JSON.stringify(grant)).toString('base64url');
    return `${body}.${this.authenticate(body).toString('base64url')}`;
  }

  /** The grant behind a token, if it was issued to the sender for the connection it speaks for and is not over. */
  check(token: string, sender: string, origin: Origin | undefined, at: number): Result<Grant> {
    const grant = this.genuine.get(token) ?? this.read(token);
    if (grant === undefined) return refused;
    if (grant.expiresAt <= at || grant.gateway !== sender) return refused;
    if (origin !== undefined && (origin.gateway !== sender || origin.connection !== grant.connection))
      return refused;
    return ok(grant);
  }

  private read(token: string): Grant | undefined {
    const [body, code, ...rest] = token.split('.');
    if (body === undefined || code === undefined || rest.length > 0) return undefined;
    const given = Buffer.from(code, 'base64url');
    const expected = this.authenticate(body);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const grant = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Grant;
    this.genuine.set(token, grant);
    return grant;
  }

  private authenticate(body: string): Buffer {
    return createHmac('sha256', this.key).update(body).digest();
  }
}
