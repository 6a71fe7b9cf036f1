import type { TSchema } from '@sinclair/typebox';
import { assert } from '@exchange/core/kernel';
import { COMMAND_NAMES, COMMANDS } from '../command';
import { config, listed, tokenInfo } from './general';
import { fill, traced } from './history';
import type { Layout } from './layout';
import {
  bar,
  bookLineLayout,
  bookSnapshotLayout,
  bookUpdateLayout,
  chainStats,
  distinctBar,
  historicalTrade,
  marketTicker,
  marketTrade,
  ticker,
} from './market';
import {
  auth,
  balance,
  cancellationSignature,
  change,
  delegate,
  entry,
  feeTier,
  minimumNonceSignature,
  order,
  orderTerms,
  signature,
  userTrade,
} from './personal';
import { solvencyProof } from './solvency';

/** An array or object that gets a reader of this name: its type, and where it is defined. What a reader names stands before it. */
const READERS: readonly (readonly [name: string, type: string, of: Layout<never> | TSchema])[] = [
  ['FeeTier', 'FeeTier', feeTier],
  ['Config', 'ConfigObject', config],
  ['Listed', 'Listed<ListedMarket>', listed],
  ['Token', 'TokenView', tokenInfo],
  ['BookLine', 'BookLineView', bookLineLayout],
  ['BookSnapshot', 'BookSnapshotView', bookSnapshotLayout],
  ['BookUpdate', 'BookUpdateView', bookUpdateLayout],
  ['MarketTrade', "Omit<PublicTradeView, 'market'>", marketTrade],
  ['HistoricalTrade', 'PublicTradeView', historicalTrade],
  ['Ticker', 'TickerView', ticker],
  ['MarketTicker', 'MarketTickerView', marketTicker],
  ['Bar', 'Bar', bar],
  ['DistinctBar', 'Bar', distinctBar],
  ['ChainStats', 'ChainStatsView', chainStats],
  ['Auth', 'AuthView', auth],
  ['Balance', 'BalanceView', balance],
  ['Signature', 'SignatureView', signature],
  ['Change', 'ChangeView', change],
  ['Entry', 'EntryView', entry],
  ['Delegate', 'DelegateView', delegate],
  ['Order', 'OrderView', order],
  ['OrderTerms', 'OrderTermsObject', orderTerms],
  ['UserTrade', 'UserTradeView', userTrade],
  ['Fill', 'UserFill', fill],
  ['TracedTrade', 'TracedTrade', traced],
  ['Cancellation', '{ readonly signature: SignatureView; readonly hash?: string }', cancellationSignature],
  [
    'MinimumNonce',
    '{ readonly token: string; readonly minNonce: number; readonly signature: SignatureView }',
    minimumNonceSignature,
  ],
  ['Proof', 'SolvencyProofObject', solvencyProof],
];

/** What of JSON Schema the definitions use. */
interface Shape {
  readonly type?: string;
  readonly title?: string;
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly Shape[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Shape | readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Shape>>;
}

const isLayout = (of: Layout<never> | TSchema): of is Layout<never> => 'positions' in of;

/** The source of decode/readers.ts: what reads packets without a validator, and without the schemas that it is made from. */
export function readerSource(): string {
  const source = new ReaderSource();
  const readers = READERS.map(([name, type, of]) => source.reader(name, type, of));
  const types = [...new Set(READERS.flatMap(([, type]) => type.match(/\b[A-Z]\w+/g) ?? []))];
  const views = types.filter((type) => !['Omit', 'Listed', 'TracedTrade'].includes(type));
  return [
    '/* Made from the schemas by `node tools/run.mjs readers`. */',
    "import type { TracedTrade } from '@exchange/core/message';",
    "import type { Listed } from '../listing';",
    `import type { ${views.sort().join(', ')} } from '../schema';`,
    `import { ${[...source.used, 'type ReadJson'].sort().join(', ')} } from './checks';`,
    '',
    ...[...source.patterns].map(
      ([pattern, name]) => `const ${name} = form(/${pattern.replaceAll('/', '\\/')}/);`,
    ),
    '',
    ...readers,
  ].join('\n');
}

/** The source of command/tenths.ts. */
export function tenthsSource(): string {
  const lines = COMMAND_NAMES.map((name) => `${name}: ${COMMANDS[name].tenths},`);
  return [
    '/* Made from the commands by `node tools/run.mjs readers`. */',
    '/** What each command costs, in tenths of a point (seed: Limits, call limit). */',
    `export const TENTHS = { ${lines.join('\n')} } as const;`,
  ].join('\n');
}

class ReaderSource {
  /** Of decode/checks.ts. */
  readonly used = new Set<string>();
  /** Readers of texts by their pattern. */
  readonly patterns = new Map<string, string>();
  private readonly known = new Map<string, string>();

  reader(name: string, type: string, of: Layout<never> | TSchema): string {
    const before: string[] = [];
    const body = isLayout(of) ? this.tuple(of, name, before) : this.object(of as Shape, type);
    const title = (isLayout(of) ? of.schema : of).title as string | undefined;
    if (title !== undefined) this.known.set(title, `read${name}`);
    return [...before, `export const read${name}: ReadJson<${type}> = ${body};\n`].join('\n');
  }

  /** Readers that are made of others stand before it: they are made once. */
  private tuple({ positions }: Layout<never>, owner: string, before: string[]): string {
    const members = positions.map(([name, { schema, reader }], place) => {
      const read = reader === undefined ? this.of(schema as Shape) : this.use(reader);
      if (!read.includes('(')) return `${name}: ${this.use('at')}(a, ${place}, ${read})`;
      const made = `${owner[0]?.toLowerCase()}${owner.slice(1)}${name[0]?.toUpperCase()}${name.slice(1)}`;
      before.push(`const ${made} = ${read};`);
      return `${name}: ${this.use('at')}(a, ${place}, ${made})`;
    });
    return `${this.use('tuple')}(${positions.length}, (a) => ({ ${members.join(', ')} }))`;
  }

  private object({ properties = {}, required = [] }: Shape, type = ''): string {
    const members = (are: 'required' | 'optional') =>
      Object.entries(properties)
        .filter(([name]) => required.includes(name) === (are === 'required'))
        .map(([name, shape]) => `${name}: ${this.of(shape)}`);
    const optional = members('optional');
    const parts = [members('required'), ...(optional.length > 0 ? [optional] : [])];
    const typed = type === '' ? '' : `<${type}>`;
    return `${this.use('object')}${typed}(${parts.map((part) => `{ ${part.join(', ')} }`).join(', ')})`;
  }

  private of(shape: Shape): string {
    const known = shape.title === undefined ? undefined : this.known.get(shape.title);
    if (known !== undefined) return known;
    if (shape.const !== undefined) return `${this.use('oneOf')}(${JSON.stringify(shape.const)})`;
    if (shape.anyOf !== undefined) return this.union(shape.anyOf);
    switch (shape.type) {
      case 'integer':
        return this.integer(shape);
      case 'number':
        return this.use('number');
      case 'boolean':
        return this.use('bool');
      case 'string':
        return shape.pattern === undefined ? this.use('text') : this.pattern(shape.pattern);
      case 'array':
        return this.array(shape);
      case 'object': {
        const [values] = Object.values(shape.patternProperties ?? {});
        return values === undefined ? this.object(shape) : `${this.use('mapOf')}(${this.of(values)})`;
      }
      default:
        throw new Error(`no reader for ${JSON.stringify(shape)}`);
    }
  }

  private union(parts: readonly Shape[]): string {
    const values = parts.map((part) => part.const);
    if (values.every((value) => value !== undefined)) {
      return `${this.use('oneOf')}(${values.map((value) => JSON.stringify(value)).join(', ')})`;
    }
    const [value, none] = parts;
    assert(
      value !== undefined && none?.type === 'null' && parts.length === 2,
      'a union is of constants, or of a value and null',
    );
    return `${this.use('nullable')}(${this.of(value)})`;
  }

  private integer({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Shape): string {
    if (minimum === 0 && maximum === Number.MAX_SAFE_INTEGER) return this.use('uint');
    return `${this.use('integer')}(${minimum}, ${maximum})`;
  }

  private array({ items }: Shape): string {
    if (!Array.isArray(items)) return `${this.use('list')}(${this.of(items as Shape)})`;
    const places = (items as readonly Shape[]).map(
      (item, place) => `${this.use('at')}(a, ${place}, ${this.of(item)})`,
    );
    return `${this.use('tuple')}(${places.length}, (a) => [${places.join(', ')}] as const)`;
  }

  private pattern(pattern: string): string {
    this.use('form');
    const name = this.patterns.get(pattern) ?? NAMES[pattern] ?? `form${this.patterns.size}`;
    this.patterns.set(pattern, name);
    return name;
  }

  private use(name: string): string {
    this.used.add(name);
    return name;
  }
}

/** What the forms of texts are called. */
const NAMES: Readonly<Record<string, string>> = {
  '^0x[0-9a-f]{40}$': 'address',
  '^0x[0-9a-f]{64}$': 'hash',
  '^(0|[1-9][0-9]{0,38})$': 'amount',
  '^-?(0|[1-9][0-9]{0,38})$': 'signedAmount',
  '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$': 'decimal',
};
