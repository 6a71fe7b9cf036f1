import type { ContractDomain } from '@exchange/contract/chain';
import { address, type Address } from '@exchange/core/kernel';
import { KEY_ROLES } from '@exchange/edge/keys';
import { ConfigError } from '@exchange/platform';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { readFileSync } from 'node:fs';

const ADDRESS = '^0x[0-9a-f]{40}$';
const DAY_SECONDS = 86_400;
const closed = { additionalProperties: false };
const count = (maximum: number) => Type.Integer({ minimum: 1, maximum });
/** Smallest units or wei, as decimal digits: JSON's numbers are too small. */
const units = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' });
const someOf = <const T extends string>(names: readonly T[]) =>
  Type.Array(Type.Union(names.map((name) => Type.Literal(name))), { minItems: 1 });

/** What the settler may call, and the statements that the co-signer knows. */
export const FUNCTIONS = ['settleBatch', 'withdrawForUsers'] as const;
export const STATEMENTS = [
  'ArbiterWithdrawal',
  'DelegateRemoval',
  'OrderCancellation',
  'MinimumNonce',
] as const;

const everyKey = { signaturesPerMinute: count(100_000), validForSecondsMax: count(DAY_SECONDS) };
const batchShape = { ordersMax: count(256), tradesMax: count(128) };
const valueCap = Type.Object({ perHour: units, perDay: units }, closed);
/** By token, in its smallest units; a token that isn't named is refused. */
const withdrawals = Type.Record(Type.String({ pattern: ADDRESS }), valueCap, closed);

const settler = Type.Object(
  {
    ...everyKey,
    ...batchShape,
    functions: someOf(FUNCTIONS),
    withdrawalsMax: count(64),
    gasLimitMax: units,
    feePerGasMax: units,
    feeMax: units,
    withdrawals,
  },
  closed,
);
const attester = Type.Object({ ...everyKey, ...batchShape }, closed);
const cosigner = Type.Object({ ...everyKey, statements: someOf(STATEMENTS), withdrawals }, closed);
const domain = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 31 }),
    chainId: count(Number.MAX_SAFE_INTEGER),
    contract: Type.String({ pattern: ADDRESS }),
  },
  closed,
);

const policyFile = Type.Object(
  {
    domain,
    clients: Type.Record(Type.String({ minLength: 1, maxLength: 64 }), someOf(KEY_ROLES)),
    settler: Type.Optional(settler),
    attester: Type.Optional(attester),
    cosigner: Type.Optional(cosigner),
  },
  closed,
);

export type SettlerPolicy = Static<typeof settler>;
export type AttesterPolicy = Static<typeof attester>;
export type CosignerPolicy = Static<typeof cosigner>;
/** What any of the keys may do. */
export type KeyPolicy = SettlerPolicy | AttesterPolicy | CosignerPolicy;
/** How much of a token may leave in an hour and in a day, in its smallest units. */
export type ValueCap = Static<typeof valueCap>;

/** What the signer signs. */
export interface Policy extends Omit<Static<typeof policyFile>, 'domain'> {
  /** What every signature must be for. */
  readonly domain: ContractDomain;
}

/** Reads a policy from its file. Throws one ConfigError that lists every problem, each with its place in the file. */
export function readPolicy(file: string): Policy {
  const json = parsed(file);
  const errors = [...Value.Errors(policyFile, json)].map(({ path, message }) => `${path || '/'}: ${message}`);
  if (errors.length > 0) throw wrong(file, errors);
  const policy = json as Static<typeof policyFile>;
  const problems = contradictions(policy);
  if (problems.length > 0) throw wrong(file, problems);
  const { name, chainId, contract } = policy.domain;
  return { ...policy, domain: { name, chainId, contract: address(contract) } };
}

/** The cap of a token, or undefined when none of it may leave. */
export const capOf = (caps: Readonly<Record<string, ValueCap>>, token: Address): ValueCap | undefined =>
  Object.hasOwn(caps, token) ? caps[token] : undefined;

function contradictions(policy: Static<typeof policyFile>): readonly string[] {
  const granted = new Set(Object.values(policy.clients).flat());
  const sections = KEY_ROLES.flatMap((role): string[] => {
    const has = policy[role] !== undefined;
    if (has === granted.has(role)) return [];
    return [
      has
        ? `/${role}: no client may use it`
        : `/clients: ${role} is granted, and there is no section ${role}`,
    ];
  });
  const caps = [policy.settler, policy.cosigner].flatMap((section) =>
    Object.entries(section?.withdrawals ?? {}),
  );
  const upsideDown = caps.filter(([, { perHour, perDay }]) => BigInt(perHour) > BigInt(perDay));
  return [
    ...sections,
    ...upsideDown.map(([token]) => `withdrawals of ${token}: perHour is more than perDay`),
  ];
}

const wrong = (file: string, problems: readonly string[]): ConfigError =>
  new ConfigError(`The policy in ${file} is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);

function parsed(file: string): unknown {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`SIGNER_POLICY_FILE: the file ${file} can't be read`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw wrong(file, [error instanceof Error ? error.message : 'it is no JSON']);
  }
}
