import type { Address, Hash } from '@exchange/core/kernel';
import type { SumProof } from '@exchange/core/solvency';
import { addressIn, numberIn, wordIn } from '../account/inputs';

/** A file that somebody saved. */
export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** A proof, and the root that it names itself, which shows nothing alone. */
export interface SavedProof {
  readonly proof: SumProof;
  readonly namedRoot: Hash;
}

/** What everybody was shown: the root of a token as of a block. */
export interface PublishedRoot {
  readonly root: Hash;
  readonly block: number;
}

/** What there is to check. `published`: undefined where nobody said what everybody was shown. */
export interface SavedCase extends SavedProof {
  readonly published: PublishedRoot | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * What saved files say: one of an answer to getSolvencyProof and, if there is one, one of `GET /rest/v1/solvency`, in any
 * order. Throws a sentence, with the file and the member, on anything else.
 */
export function readSaved(files: readonly SavedFile[], given: PublishedRoot | undefined): SavedCase {
  const read = files.map(({ name, text }) => ({ name, json: savedIn(text, name) }));
  const proofs = read.filter(({ json }) => !('tokens' in json));
  const [first] = proofs;
  if (first === undefined) {
    const names = files.map(({ name }) => name).join(' and ') || 'nothing';
    throw new Error(`there is no proof in ${names}: give the saved answer to getSolvencyProof`);
  }
  const [published, ...more] = read.filter(({ json }) => 'tokens' in json);
  if (proofs.length > 1 || more.length > 0) {
    throw new Error('give one proof, and at most one answer of GET /rest/v1/solvency beside it');
  }
  const saved = proofIn(first.json, first.name);
  if (published === undefined) return { ...saved, published: given };
  if (given !== undefined) throw new Error(`give the root, or ${published.name}, not both`);
  return { ...saved, published: publishedIn(published.json, saved.proof.token, published.name) };
}

/** A root with its block as somebody writes them; undefined without either. Throws a sentence when one is missing. */
export function givenRoot(root: string, block: string): PublishedRoot | undefined {
  if (root === '' && block === '') return undefined;
  if (root === '' || block === '') throw new Error('give the root and its block, or neither');
  return { root: wordIn(root, 'the root'), block: Number(numberIn(block, 'the block of the root')) };
}

/** Files may hold the packet of the websocket or the answer of REST as they came, or only what is inside. */
function savedIn(text: string, name: string): Json {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${name} is no JSON`);
  }
  if (Array.isArray(json)) return objectIn(json[2], `the packet in ${name}`);
  const outer = objectIn(json, name);
  return 'data' in outer ? objectIn(outer['data'], `data in ${name}`) : outer;
}

function proofIn(json: Json, name: string): SavedProof {
  const at = (member: string) => `${member} in ${name}`;
  const siblings = listIn(json['siblings'], at('siblings')).map((item, level) => {
    const { sum, hash } = objectIn(item, at(`siblings[${level}]`));
    return {
      sum: amountIn(sum, at(`siblings[${level}].sum`)),
      hash: wordIn(textIn(hash, at(`siblings[${level}].hash`)), at(`siblings[${level}].hash`)),
    };
  });
  const address = (member: string) => addressIn(textIn(json[member], at(member)), at(member));
  const word = (member: string) => wordIn(textIn(json[member], at(member)), at(member));
  const count = (member: string) => countIn(json[member], at(member));
  return {
    proof: {
      ...{ account: address('account'), token: address('token'), salt: word('salt'), siblings },
      ...{ amount: amountIn(json['amount'], at('amount')), index: count('index') },
      ...{ block: count('block'), leaves: count('leaves') },
    },
    namedRoot: word('root'),
  };
}

function publishedIn(json: Json, token: Address, name: string): PublishedRoot {
  const rows = listIn(json['tokens'], `tokens in ${name}`).map((item) =>
    objectIn(item, `a token in ${name}`),
  );
  const row = rows.find((one) => String(one['token']).toLowerCase() === token);
  if (row === undefined) throw new Error(`${name} says nothing of the proof's token ${token}`);
  const root = `root of ${token} in ${name}`;
  return { root: wordIn(textIn(row['root'], root), root), block: countIn(json['block'], `block in ${name}`) };
}

function objectIn(value: unknown, what: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new Error(`${what} must be an object`);
}

function listIn(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${what} must be a list`);
}

function textIn(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${what} must be a text`);
}

function amountIn(value: unknown, what: string): bigint {
  if (typeof value === 'string' && /^(0|[1-9][0-9]{0,38})$/.test(value)) return BigInt(value);
  throw new Error(`${what} must be a whole number of smallest units, as a text`);
}

function countIn(value: unknown, what: string): number {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  throw new Error(`${what} must be a whole number`);
}
