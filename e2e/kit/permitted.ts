import type { Conversation, BarePacket } from './traffic';

/** The ids of the seed's tables (Events), written down once more. */
const SEED_IDS = new Set([
  ...['c', 'l', 'm', 'e', 'p', 'rc'],
  ...['obs', 'ob', 'ts', 't', 'ti', 'ht', 'bd', 'r'],
  ...['auth', 'bs', 'b', 'ds', 'd', 'les', 'hle', 'le', 'os', 'ho', 'o', 'uts', 'ft'],
]);

/** What a client did that lets an id come which the seed doesn't have. */
interface Asked {
  readonly commands: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly query: URLSearchParams;
}

const command = (name: string) => (asked: Asked) => asked.commands.has(name);
const subscription = (pattern: RegExp) => (asked: Asked) =>
  [...asked.events].some((name) => pattern.test(name));
const distinct = ({ query }: Asked) => query.get('events') === 'distinct';
const sequenced = ({ query }: Asked) => query.get('books') === 'sequenced';

/** Added ids, and who may get them (docs/interface: commands, subscriptions, event ids). */
const ADDED_IDS: Readonly<Record<string, (asked: Asked) => boolean>> = {
  toi: command('getTokenInfo'),
  cod: command('cancelOnDisconnect'),
  tr: command('getTrace'),
  sp: command('getSolvencyProof'),
  mns: command('signMinimumNonce'),
  uf: command('getUserFills'),
  ot: command('getOrderTerms'),
  bar: subscription(/^bars_/),
  cs: subscription(/^chainStats$/),
  lis: subscription(/^listings$/),
  tis: subscription(/^tickers$/),
  ut: distinct,
  ocs: distinct,
  sbs: sequenced,
  sb: sequenced,
};

/** STOP_RATE, PEGGED_CURRENCY, PEGGED_RATE of an order; TRANSACTION_HASH, BLOCK_NUMBER, BLOCK_HASH of an entry. */
const ORDER = '(15|16|17)';
const ENTRY = '(5|6|7)';

/** Where a null may stand, as a path in the message, by id (docs/interface, values). */
const NULLS: Readonly<Record<string, RegExp>> = {
  o: RegExp(`^${ORDER}$`),
  os: RegExp(`^\\d+\\.${ORDER}$`),
  ho: RegExp(`^orders\\.\\d+\\.${ORDER}$`),
  le: RegExp(`^${ENTRY}$`),
  les: RegExp(`^\\d+\\.${ENTRY}$`),
  hle: RegExp(`^ledgerEntries\\.\\d+\\.${ENTRY}$`),
  // SESSION_ID of a delegate's login.
  auth: /^2$/,
  // An added command's answer: what isn't on the chain yet, and the order that wasn't asked for.
  tr: RegExp(`^(order|order\\.${ORDER}|trades\\.\\d+\\.(batch|block))$`),
};

/** What a conversation holds that a strict reader of the seed would not take: ids nobody asked for, nulls of no table. */
export function unpermitted({ url, said }: Conversation): string[] {
  const commands = new Set<string>();
  const events = new Set<string>();
  const asked: Asked = { commands, events, query: url.searchParams };
  return said.flatMap((item) => {
    if ('packet' in item) return problemsOf(item.packet, asked);
    for (const sent of commandsOf(item.frame)) {
      commands.add(sent.c);
      if (sent.c === 'subscribe' && Array.isArray(sent.events))
        sent.events.forEach((name) => events.add(String(name)));
    }
    return [];
  });
}

function problemsOf(packet: BarePacket, asked: Asked): string[] {
  const [, id, message] = packet;
  const shown = JSON.stringify(packet).slice(0, 300);
  if (!SEED_IDS.has(id) && ADDED_IDS[id]?.(asked) !== true) return [`${id} was not asked for: ${shown}`];
  return nullsIn(message, [])
    .filter((path) => NULLS[id]?.test(path) !== true)
    .map((path) => `null at ${path === '' ? 'the message' : path}: ${shown}`);
}

function nullsIn(value: unknown, path: readonly string[]): string[] {
  if (value === null) return [path.join('.')];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => nullsIn(item, [...path, key]));
}

interface SentCommand {
  readonly c: string;
  readonly events?: unknown;
}

/** Tests send what is no frame, too. */
function commandsOf(frame: string): SentCommand[] {
  let elements: unknown;
  try {
    elements = JSON.parse(frame);
  } catch {
    return [];
  }
  const isCommand = (element: unknown): element is SentCommand =>
    typeof element === 'object' &&
    element !== null &&
    typeof (element as Partial<SentCommand>).c === 'string';
  return Array.isArray(elements) ? elements.filter(isCommand) : [];
}
