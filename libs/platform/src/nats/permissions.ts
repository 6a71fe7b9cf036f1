import type { ServiceName } from '@exchange/core/kernel';
import { LOGS, NOTICES, REQUESTS } from '../catalogue';
import { relayOf } from './log-relay';
import { type BrokerRole, inboxOf, isOneOfMany, nameOf } from './identity/roles';

export interface Permissions {
  /** Never an empty list of what is allowed: the broker takes it for everything. */
  readonly publish: { readonly allow: readonly string[] } | { readonly deny: readonly ['>'] };
  readonly subscribe: { readonly allow: readonly string[] };
  readonly allow_responses: false | { readonly max: number; readonly milliseconds: number };
}

/** How long an owner may take to answer a request. */
const ANSWER_WITHIN_MS = 120_000;

/** The least that users of a role need besides reading logs, derived from the definitions of the bus. */
export function permissionsOf(service: BrokerRole): Permissions {
  const name = nameOf(service, 'own');
  if (service === 'administrator') {
    return { publish: { allow: ['>'] }, subscribe: { allow: ['>'] }, allow_responses: false };
  }
  const served = REQUESTS.filter(({ owner }) => owner === service).map(({ pattern }) =>
    ofAllKinds(isOneOfMany(service) ? pattern.replace('*', name) : pattern),
  );
  const seen = NOTICES.filter(({ readers }) => readers.includes(service)).map(({ pattern }) => pattern);
  const publish = [
    ...written(service),
    ...NOTICES.filter(({ writer }) => writer === service).map(({ pattern }) => pattern),
    ...REQUESTS.filter(({ senders }) => senders.includes(service)).map(({ pattern }) =>
      sentBy(pattern, name),
    ),
  ];
  return {
    publish: publish.length > 0 ? { allow: [...new Set(publish)].sort() } : { deny: ['>'] },
    subscribe: { allow: [...new Set([`${inboxOf(name)}.>`, ...served, ...seen])].sort() },
    allow_responses: served.length > 0 ? { max: 1, milliseconds: ANSWER_WITHIN_MS } : false,
  };
}

/**
 * What the users of a role need who read the logs. It may answer nothing: of a user who may, the broker (2.9) remembers each
 * message that has a reply subject, as every log message has one, for as long as it may be answered, and goes through
 * all that it remembers at each new one. Then reading a long log stops everyone who stores in it.
 */
export function readingPermissionsOf(service: BrokerRole): Permissions {
  const logs = LOGS.filter(({ readers }) => service === 'administrator' || readers.includes(service));
  return {
    publish: logs.length > 0 ? { allow: [...new Set(logs.flatMap(read))].sort() } : { deny: ['>'] },
    subscribe: {
      allow: [`${inboxOf(nameOf(service, 'logs'))}.>`, ...new Set(logs.map((log) => relayOf(log).subject))],
    },
    allow_responses: false,
  };
}

/** Own log subjects, and the question what the broker stores of them. */
function written(service: ServiceName): string[] {
  return LOGS.filter(({ writer }) => writer === service).flatMap(({ pattern, stream }) => [
    pattern,
    `$JS.API.STREAM.MSG.GET.${stream}`,
  ]);
}

/** What a reader of logs asks JetStream: what is stored. Nothing that changes a stream, and for no consumer. */
function read({ stream }: (typeof LOGS)[number]): string[] {
  return [`$JS.API.STREAM.INFO.${stream}`, `$JS.API.STREAM.MSG.GET.${stream}`];
}

/** Who serves some partitions listens to all kinds of requests of each: partitions times kinds are too many. */
const ofAllKinds = (pattern: string): string => pattern.replace(/(\.\*\.\*)\.[^.]+$/, '$1.*');

/** The pattern with the sender's own name as the parameter before the last token. */
function sentBy(pattern: string, sender: string): string {
  const tokens = pattern.split('.');
  tokens[tokens.length - 2] = sender;
  return tokens.join('.');
}
