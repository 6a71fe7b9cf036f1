import {
  batchRequest,
  type KeyRole,
  type LocalKey,
  type SignedAnswer,
  statementRequest,
  transactionRequest,
} from '@exchange/edge/keys';
import { hash } from '@exchange/core/kernel';
import type { Codec } from '@exchange/core/message';
import type { Clock } from '@exchange/platform';
import { Value } from '@sinclair/typebox/value';
import type { AuditLine, AuditLog } from './audit-log';
import { type Draft, insist, SigningRefusal } from './policy/draft';
import { draftBatch } from './policy/draft-batch';
import { draftStatement } from './policy/draft-statement';
import { draftTransaction } from './policy/draft-transaction';
import { capOf, type KeyPolicy, type Policy, type ValueCap } from './policy/policy-file';
import { Usage } from './policy/usage';

/** Who asks: the common name in its certificate, and the certificate's SHA-256. */
export interface CertifiedClient {
  readonly name: string;
  readonly certificate: string;
}

interface SignerDeps {
  readonly policy: Policy;
  readonly keys: ReadonlyMap<KeyRole, LocalKey>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Signs what its policy allows, each with the key whose business it is, and writes down each signature before it is given. */
export class PolicySigner {
  readonly #usage = new Map<KeyRole, Usage>();
  #now = 0;

  constructor(private readonly deps: SignerDeps) {
    for (const role of deps.keys.keys()) this.#usage.set(role, new Usage());
  }

  /** Takes up what was signed before this start, so that a restart is no way around a limit. In the order of time. */
  restore({ key, repeated, ...signature }: AuditLine): void {
    if (!repeated) this.#usage.get(key)?.count(signature);
  }

  /** The keys that the client may use. */
  keysOf({ name }: CertifiedClient): readonly { readonly key: KeyRole; readonly address: string }[] {
    const granted = this.#granted(name);
    return [...this.deps.keys].flatMap(([key, { address }]) =>
      granted.includes(key) ? [{ key, address }] : [],
    );
  }

  /** The signature of what `question` describes. Throws a SigningRefusal that says why not; rejects when the log can't be written. */
  async sign(role: KeyRole, question: unknown, client: CertifiedClient): Promise<SignedAnswer> {
    const { policy, keys, audit } = this.deps;
    insist(
      this.#granted(client.name).includes(role),
      'CLIENT',
      () => `${client.name} may not use the ${role} key`,
    );
    const [key, usage, section] = [keys.get(role), this.#usage.get(role), policy[role]];
    if (!key || !usage || !section) throw new SigningRefusal('CLIENT', `there is no ${role} key here`);
    const now = this.#time();
    const draft = this.#draft(role, question, Math.floor(now / 1_000));
    const repeated = usage.has(draft.digest, now);
    insistOnUsage(draft, { usage, section, now, repeated });
    const { digest, values, once, about } = draft;
    const counted = { at: now, digest, values, once };
    // Counted before anything is waited for: two at once can't both have the last of a limit.
    if (repeated) usage.countRepeat(now);
    else usage.count(counted);
    const { r, s, yParity } = key.signDigest(digest);
    await audit.append({
      ...counted,
      key: role,
      client: client.name,
      certificate: client.certificate,
      repeated,
      about,
    });
    return { digest: hash(digest), r: hash(r), s: hash(s), yParity };
  }

  #granted(name: string): readonly KeyRole[] {
    const { clients } = this.deps.policy;
    return Object.hasOwn(clients, name) ? (clients[name] ?? []) : [];
  }

  /** Unix ms; a clock that is set back can't bring used-up limits back. */
  #time(): number {
    this.#now = Math.max(this.#now, this.deps.clock.now());
    return this.#now;
  }

  #draft(role: KeyRole, question: unknown, now: number): Draft {
    const { domain, settler, attester, cosigner } = this.deps.policy;
    if (role === 'settler' && settler)
      return draftTransaction(readAs(transactionRequest, question), { policy: settler, domain, now });
    if (role === 'attester' && attester)
      return draftBatch(readAs(batchRequest, question), { policy: attester, domain, now });
    if (role === 'cosigner' && cosigner)
      return draftStatement(readAs(statementRequest, question), { policy: cosigner, domain, now });
    throw new SigningRefusal('CLIENT', `the policy has no section ${role}`);
  }
}

function readAs<V>({ schema, read }: Codec<V>, question: unknown): V {
  const problem = Value.Errors(schema, question).First();
  insist(problem === undefined, 'MALFORMED', () => `${problem?.path || '/'}: ${problem?.message ?? ''}`);
  return read(question);
}

/** Throws a SigningRefusal when the key has signed too much within the time that counts. What is repeated counts as little as it adds. */
function insistOnUsage(
  { digest, values, once }: Draft,
  { usage, section, now, repeated }: { usage: Usage; section: KeyPolicy; now: number; repeated: boolean },
): void {
  const { signaturesPerMinute: most } = section;
  insist(usage.signaturesInMinute(now) < most, 'RATE', () => `more than ${most} signatures in a minute`);
  if (repeated) return;
  if (once !== undefined)
    insist(!usage.isTaken(once, digest), 'NONCE_USED', () => `something else was signed for ${once}`);
  const caps = 'withdrawals' in section ? section.withdrawals : {};
  const asked = new Map<(typeof values)[number]['token'], bigint>();
  for (const { token, amount } of values) asked.set(token, (asked.get(token) ?? 0n) + amount);
  for (const [token, amount] of asked) {
    const cap = capOf(caps, token);
    if (cap === undefined)
      throw new SigningRefusal('TOKEN', `the policy says nothing of withdrawals of ${token}`);
    insistOnCap(cap, {
      hour: usage.valueInHour(token, now) + amount,
      day: usage.valueInDay(token, now) + amount,
    });
  }
}

function insistOnCap({ perHour, perDay }: ValueCap, { hour, day }: { hour: bigint; day: bigint }): void {
  insist(
    hour <= BigInt(perHour),
    'VALUE_PER_HOUR',
    () => `with it ${hour} leave in an hour, and ${perHour} may`,
  );
  insist(day <= BigInt(perDay), 'VALUE_PER_DAY', () => `with it ${day} leave in a day, and ${perDay} may`);
}
