import { address, type Hash } from '@exchange/core/kernel';
import type { SignatureFormat, SigningDomain } from '@exchange/core/order';
import type { EntryView, SolvencyProofObject } from '@exchange/core/wire';
import type { Ask } from './ask';
import { smallestUnits } from './order/decimal';
import type { Signer } from './order/signer';

/** A withdrawal that the exchange submits; with receiver, maxFee or deadline all of it is signed as typed data. */
export interface SubmitWithdrawal {
  readonly symbol: string;
  /** In whole tokens, the fee included. */
  readonly amount: string;
  /** Below 2^52, each once. */
  readonly nonce: number;
  /** The account's own key. */
  readonly signer: Signer;
  readonly format?: SignatureFormat;
  readonly receiver?: string;
  /** In whole tokens. */
  readonly maxFee?: string;
  /** Unix seconds. */
  readonly deadline?: number;
}

interface Token {
  readonly contract: string;
  readonly decimals: number;
}

/** What comes in and goes out beside co-signed withdrawals. */
export class Funds {
  constructor(
    private readonly ask: Ask,
    private readonly token: (symbol: string) => Token,
    private readonly domain: () => SigningDomain,
  ) {}

  /** Signs a withdrawal and has the exchange submit it; its entry's later states come as events. */
  async submitWithdrawal(wish: SubmitWithdrawal): Promise<EntryView> {
    const { contract, decimals } = this.token(wish.symbol);
    const submission = {
      ...{ ...wish, token: contract, amount: smallestUnits(wish.amount, decimals) },
      maxFee: wish.maxFee === undefined ? undefined : smallestUnits(wish.maxFee, decimals),
    };
    const { signedSubmission } = await import('./submission');
    const command = await signedSubmission(submission, this.domain());
    return (await this.ask(command, 'ledgerEntryStatus')).entry;
  }

  /** That what the contract owes the account of a token is part of the published sum: see `verifySolvencyProof`. */
  async solvencyProof(symbol: string): Promise<SolvencyProofObject> {
    const token = address(this.token(symbol).contract);
    return (await this.ask({ c: 'getSolvencyProof', token }, 'solvencyProof')).proof;
  }

  /** Shows the transaction of a co-signed withdrawal before it is mined. */
  async withdrawalTransaction(id: number, txhash: Hash): Promise<EntryView> {
    return (await this.ask({ c: 'withdrawalTransaction', id, txhash }, 'ledgerEntryStatus')).entry;
  }

  /** Shows a deposit before it is mined; `amount` in whole tokens. The real one goes on as the same entry. */
  async announceDeposit(symbol: string, amountText: string, txhash: Hash): Promise<EntryView> {
    const { contract, decimals } = this.token(symbol);
    const command = {
      c: 'announceDeposit',
      token: address(contract),
      amount: smallestUnits(amountText, decimals).toString(),
      txhash,
    } as const;
    return (await this.ask(command, 'ledgerEntryStatus')).entry;
  }
}
