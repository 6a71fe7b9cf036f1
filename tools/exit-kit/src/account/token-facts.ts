import { type Address, ZERO_ADDRESS } from '@exchange/core/kernel';
import { decodeBytes32String, Interface } from 'ethers';
import { NoAnswerError, type Rpc } from '../chain/rpc';

/** What a token says of itself. */
export interface TokenFacts {
  readonly token: Address;
  readonly symbol: string;
  /** 0 where the token doesn't say: amounts are then smallest units. */
  readonly decimals: number;
}

const tokenInterface = new Interface([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
]);
const SYMBOL_MAX = 16;

/**
 * A token may answer anything, or nothing: none keeps the others from being shown. A node that doesn't answer does, since an
 * amount would be shown, and taken out, in other units.
 */
export async function tokenFacts(rpc: Rpc, token: Address, block: string): Promise<TokenFacts> {
  if (token === ZERO_ADDRESS) return { token, symbol: 'ETH', decimals: 18 };
  const ask = async (name: string): Promise<string> => {
    const data = tokenInterface.encodeFunctionData(name);
    return String(await rpc('eth_call', [{ to: token, data }, block]).catch(nothing));
  };
  const [symbol, decimals] = await Promise.all([ask('symbol'), ask('decimals')]);
  return { token, symbol: symbolIn(symbol) ?? `${token.slice(0, 8)}…`, decimals: decimalsIn(decimals) };
}

function nothing(error: unknown): string {
  if (error instanceof NoAnswerError) throw error;
  return '0x';
}

/** Older tokens answer with one word instead of a text. What can't be shown safely is left out. */
function symbolIn(answer: string): string | undefined {
  const text = attempt(() => decodeBytes32String(answer)) ?? attempt(() => decoded('symbol', answer));
  const shown = text?.replace(/[^\x21-\x7e]/g, '').slice(0, SYMBOL_MAX);
  return shown === '' ? undefined : shown;
}

function decimalsIn(answer: string): number {
  return Number(attempt(() => decoded('decimals', answer)) ?? 0);
}

const decoded = (name: string, answer: string): string =>
  String(tokenInterface.decodeFunctionResult(name, answer)[0]);

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
