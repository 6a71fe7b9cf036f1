import { type Address, type Hash, present } from '@exchange/core/kernel';
import type { Signature } from '@exchange/core/message';
import type { Account } from '../../account/account';
import { cosignWhenSettled } from '../../chain/cosign-when-settled';
import { cosignatureState, type CosignatureState, isOver } from '../../chain/asked-cosignature';
import type { Fact } from '../../fact';
import { Journal } from '../../journal';
import type { Ledger } from '../../ledger';
import { cancelOrders } from '../request-cancel';
import type { AskedMinimum } from './minimum-nonce';
import { ordersBelow } from './orders-below';

export interface MinimumRequested {
  readonly state: CosignatureState;
  /** The highest bound that was asked for. */
  readonly asked: AskedMinimum;
  readonly facts: readonly Fact[];
}

/**
 * Cancels in mass: orders that sell the token with a lower nonce leave their books at once, none is accepted any more,
 * and the co-signature is asked for once every trade of theirs is final. A minimum never falls: one that isn't above the
 * highest that was asked for is answered by that one's signature, or by a new one when its deadline has passed.
 * `at`: Unix ms.
 */
export function requestMinimumNonce(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly token: Address;
    readonly minNonce: number;
    readonly at: number;
  },
): MinimumRequested {
  const account = ledger.account(input.account);
  const { token, at } = input;
  const journal = new Journal(ledger, account, at);
  const known = account.minimumNonces.get(token);
  const asked = newlyAsked(account, known?.asked ?? null, input);
  if (asked !== undefined) {
    const change = { account: account.address, token, final: known?.final ?? 0n, seen: known?.seen ?? [] };
    journal.minimumNonce({ ...change, asked });
    cancelOrders(journal, ordersBelow(account, token, BigInt(asked.minNonce)), 'owner');
    cosignWhenSettled(journal);
  }
  const now = present(account.minimumNonces.get(token)?.asked, `what was asked of ${account.address}`);
  return { state: cosignatureState(now), asked: now, facts: journal.close() };
}

/** What must be asked for now; undefined when it was asked for, and can still be used. */
function newlyAsked(
  account: Account,
  earlier: AskedMinimum | null,
  { token, minNonce, at }: { readonly token: Address; readonly minNonce: number; readonly at: number },
): AskedMinimum | undefined {
  const fresh = { deadline: null, signature: null };
  const waits = earlier?.waitsFor ?? [];
  if (earlier === null || minNonce > earlier.minNonce) {
    const waitsFor = [...new Set([...waits, ...digestsBelow(account, token, minNonce)])];
    return { minNonce, waitsFor, ...fresh };
  }
  return isOver(earlier, at) ? { ...earlier, ...fresh } : undefined;
}

/**
 * Orders below the bound whose trades may not be final: the open ones, and those of open trades. Nobody remembers the
 * nonce of an order that has ended, so all of them count that sold the token.
 */
function digestsBelow(account: Account, token: Address, minNonce: number): Hash[] {
  const open = ordersBelow(account, token, BigInt(minNonce)).map(({ digest }) => digest);
  const ended = account
    .entriesOf('trade')
    .filter(({ cause }) => cause.soldToken === token && account.orderOfHash(cause.digest) === undefined);
  return [...open, ...ended.map(({ cause }) => cause.digest)];
}

/** Hands out the co-signature of a minimum nonce, if it is the one that was asked for last. */
export function attachMinimumSignature(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly token: Address;
    readonly minNonce: number;
    readonly deadline: number;
    readonly signature: Signature;
    readonly at: number;
  },
): readonly Fact[] {
  const { token, minNonce, deadline, signature, at } = input;
  const account = ledger.account(input.account);
  const known = account.minimumNonces.get(token);
  if (known?.asked?.deadline !== deadline || known.asked.minNonce !== minNonce) return [];
  const journal = new Journal(ledger, account, at);
  const asked = { ...known.asked, signature };
  journal.minimumNonce({ ...known, asked });
  journal.tell({ kind: 'minimumNonceSigned', token, asked });
  return journal.close();
}
