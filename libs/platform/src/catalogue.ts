import type { ServiceName } from '@exchange/core/kernel';
import * as contract from '@exchange/contract/bus';

type Message = contract.MessageDefinition<unknown>;

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'kind' in value && 'writer' in value && 'readers' in value;

const isRequest = (value: unknown): value is contract.RequestDefinition =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'request';

const messages: Message[] = [
  ...Object.values<unknown>(contract),
  ...contract.readerPositions.values(),
].filter(isMessage);

/** Every stored message of the bus. */
export const LOGS: readonly Message[] = messages.filter((message) => message.kind === 'log');

/** Every message that is not stored. */
export const NOTICES: readonly Message[] = messages.filter((message) => message.kind === 'notice');

/** Every command and query of the bus. */
export const REQUESTS: readonly contract.RequestDefinition[] = [
  ...Object.values<unknown>(contract.accountCommands),
  ...Object.values<unknown>(contract.accountQueries),
  ...Object.values<unknown>(contract.dataQueries),
  ...Object.values<unknown>(contract.operatorCommands),
  ...Object.values<unknown>(contract.operatorQueries),
  ...Object.values<unknown>(contract.attesterCommands),
  ...Object.values<unknown>(contract.engineCommands),
  ...Object.values<unknown>(contract.gatewayCommands),
  ...Object.values<unknown>(contract.settlementQueries),
  ...Object.values<unknown>(contract.solvencyQueries),
].filter(isRequest);

/** Whether a subject, or a narrower filter, is covered by a NATS filter with `*` and a last `>`. */
export const covers = (filter: string, subject: string): boolean =>
  filter === subject || fits(filter.split('.'), subject.split('.'));

function fits(wanted: readonly string[], tokens: readonly string[]): boolean {
  for (const [index, token] of wanted.entries()) {
    if (token === '>') return tokens.length > index;
    const found = tokens[index];
    if (found === undefined || found === '>' || (token !== '*' && token !== found)) return false;
  }
  return tokens.length === wanted.length;
}

/** Each message that goes into a log is looked up, so the patterns are taken apart once. */
const LOG_PATTERNS = LOGS.map((definition) => ({ definition, wanted: definition.pattern.split('.') }));

/** The definition of a log subject; undefined when no message of the contract has it. */
export function logOf(subject: string): Message | undefined {
  const tokens = subject.split('.');
  return LOG_PATTERNS.find(({ wanted }) => fits(wanted, tokens))?.definition;
}

/** The pattern of a notice, which says nothing of whom it is about; empty when no notice of the contract has the subject. */
export const patternOfNotice = (subject: string): string =>
  NOTICES.find(({ pattern }) => covers(pattern, subject))?.pattern ?? '';

/** The gateways keep nothing durable, so nobody waits for their positions. */
const FORGETFUL: readonly ServiceName[] = ['rest-gateway', 'ws-gateway', 'operator-gateway'];

/** The services whose durable position in a log subject its writer must wait for before it forgets a message. */
export const durableReaders = (subject: string): readonly ServiceName[] =>
  (logOf(subject)?.readers ?? []).filter((reader) => !FORGETFUL.includes(reader));

/** Subjects whose last message says everything: readers need no earlier one, and the writer keeps the last for ever. */
export const lastCounts = (subject: string): boolean => covers(contract.ledgerListing.pattern, subject);
