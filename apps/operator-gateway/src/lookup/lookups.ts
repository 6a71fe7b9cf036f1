import {
  engineCommands,
  operatorQueries,
  type RequestDefinition,
  settlementQueries,
  solvencyQueries,
} from '@exchange/contract/bus';
import { address, ok, partitionOf, type Result } from '@exchange/core/kernel';
import type { TraceView } from '@exchange/core/message';
import { type DeskResult, type Json, refuse } from '@exchange/core/operator';
import type { Requester } from '@exchange/platform';
import { Value } from '@sinclair/typebox/value';

const ANSWER_MS_MAX = 5_000;
/** Any partition of account-service knows. */
const ANY = 0;

interface Lookup {
  readonly definition: RequestDefinition;
  /** What may be said; the others of the request are the desk's own. */
  readonly fields: readonly string[];
  /** What fills the subject before the sender. */
  place(request: Readonly<Record<string, Json>>): readonly number[];
  /** What the desk itself asks with. */
  readonly always?: Readonly<Record<string, Json>>;
}

const lookup = <Q, A>(
  definition: RequestDefinition<Q, A>,
  fields: readonly string[],
  more: Partial<Pick<Lookup, 'place' | 'always'>> = {},
): Lookup => ({
  definition: definition as unknown as RequestDefinition,
  fields,
  place: () => [ANY],
  ...more,
});

const ofAccount: Lookup['place'] = ({ account }) => [partitionOf(address(String(account)))];
const notPartitioned: Lookup['place'] = () => [];

/** What can be looked up, by the word that the API, the page and the command line have for it. */
const LOOKUPS = {
  account: lookup(operatorQueries.accountQuery, ['account'], { place: ofAccount }),
  order: lookup(operatorQueries.anyOrderQuery, ['id', 'account', 'hash']),
  trade: lookup(operatorQueries.anyTradeQuery, ['tradeId']),
  entry: lookup(operatorQueries.anyEntryQuery, ['id']),
  batch: lookup(settlementQueries.batchQuery, ['batchId'], { place: notPartitioned }),
  listed: lookup(operatorQueries.listedQuery, [], { always: { living: true } }),
  messages: lookup(operatorQueries.messagesQuery, ['account', 'before']),
  shortfalls: lookup(operatorQueries.shortfallsQuery, ['after']),
  engines: lookup(engineCommands.enginesQuery, [], { place: notPartitioned, always: { living: true } }),
  solvency: lookup(solvencyQueries.reportQuery, [], { place: notPartitioned, always: { newest: true } }),
} as const;

export type LookupName = keyof typeof LOOKUPS;
export const LOOKUP_NAMES = Object.keys(LOOKUPS) as readonly LookupName[];

/** The fields by which something is looked up. */
export const lookupFields = (name: LookupName): readonly string[] => LOOKUPS[name].fields;

const isLookup = (name: string): name is LookupName => Object.hasOwn(LOOKUPS, name);

/** Asks the owners of state what they know; changes nothing. */
export class Lookups {
  constructor(
    private readonly requester: Requester,
    private readonly sender: string,
  ) {}

  /**
   * What the owner says, as JSON. Refused with INVALID_FIELD for what can't be asked, and as the owner refuses what there
   * isn't. `typed`: fields as texts; a field that is a place on a page is JSON.
   */
  async ask(name: string, typed: Readonly<Record<string, string>>): Promise<DeskResult<Json>> {
    if (!isLookup(name))
      return refuse('INVALID_FIELD', `${name} can't be looked up; ${LOOKUP_NAMES.join(', ')} can`);
    const { definition, fields, always = {} }: Lookup = LOOKUPS[name];
    const given = Object.entries(typed).filter(([, text]) => text !== '');
    const unknown = given.find(([field]) => !fields.includes(field));
    if (unknown !== undefined)
      return refuse(
        'INVALID_FIELD',
        `${name} has no field ${unknown[0]}; it has ${fields.join(', ') || 'none'}`,
      );
    const request = {
      ...always,
      ...Object.fromEntries(given.map(([field, text]) => [field, valueOf(field, text)])),
    };
    const wrong = Value.Errors(definition.request.schema, request).First();
    if (wrong !== undefined)
      return refuse(
        'INVALID_FIELD',
        `${name}: ${wrong.path.slice(1) || 'field'}: ${wrong.message.toLowerCase()}`,
      );
    const found = await this.#asked(LOOKUPS[name], request);
    return found.ok && name === 'batch' ? ok(await this.#withBlock(found.value)) : found;
  }

  async #asked(
    { definition, place }: Lookup,
    request: Readonly<Record<string, Json>>,
  ): Promise<DeskResult<Json>> {
    const at = [...place(request), this.sender];
    const reply = (await this.requester.ask(
      definition,
      at,
      definition.request.read(request),
      ANSWER_MS_MAX,
    )) as Result<unknown>;
    return reply.ok ? ok(definition.reply.write(reply.value as never) as Json) : reply;
  }

  /** A batch with the block that it was mined in, which the ledger knows of its trades. */
  async #withBlock(found: Json): Promise<Json> {
    const batch = found as unknown as Batch;
    for (const tradeId of batch.trades.slice(0, TRACED_TRADES_MAX)) {
      const trade = await this.#asked(LOOKUPS.trade, { tradeId });
      if (!trade.ok) continue;
      const traced = (trade.value as unknown as Traded).sides
        .flatMap(({ trace }) => trace.trades)
        .find((one) => one.batch?.id === batch.batchId && one.block !== null);
      if (traced === undefined) continue;
      const { transaction } = traced.batch ?? {};
      return {
        ...batch,
        mined: { transaction, block: traced.block, state: traced.state, asOfTrade: tradeId },
      } as Json;
    }
    return { ...batch, mined: null } as unknown as Json;
  }
}

/** As much of the answers as it takes to find a block. */
interface Batch {
  readonly batchId: number;
  readonly trades: readonly number[];
}
interface Traded {
  readonly sides: readonly { readonly trace: Pick<TraceView, 'trades'> }[];
}

/** One that was reversed has no block; so many in a row don't happen. */
const TRACED_TRADES_MAX = 5;

const NUMBERS: ReadonlySet<string> = new Set(['id', 'tradeId', 'batchId']);

/** As the request has it; what doesn't fit stays a text, which the check then names. */
function valueOf(field: string, text: string): Json {
  if (NUMBERS.has(field)) return /^\d{1,16}$/.test(text) ? Number(text) : text;
  if (field === 'account' || field === 'hash') return text.trim().toLowerCase();
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
