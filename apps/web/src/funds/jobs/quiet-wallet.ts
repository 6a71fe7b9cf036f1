import type { Wallet } from '@exchange/client';

/** Thrown where a wallet would have to ask a person who has asked for nothing. */
export class AsksPerson extends Error {
  override readonly name = 'AsksPerson';
}

const ASKING: readonly string[] = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4'];

/** The wallet as far as it asks nobody. */
export const quiet = (wallet: Wallet): Wallet => ({
  request: (question) =>
    ASKING.includes(question.method)
      ? Promise.reject(new AsksPerson(`${question.method} asks a person`))
      : wallet.request(question),
});
