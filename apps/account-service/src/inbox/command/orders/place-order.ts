import { accountCommands, type RequestOf } from '@exchange/contract/bus';
import { type Address, ok, orderId, reject, type Result } from '@exchange/core/kernel';
import { type NewOrder, placeOrder as placeInLedger } from '@exchange/core/ledger';
import {
  canonicalHash,
  canonicalSignature,
  checkTerms,
  publicHash,
  recoverOrderSigner,
} from '@exchange/core/order';
import { connectionName } from '../../../disconnect/disconnect-switches';
import { settlementFee } from '../../../fees/gas-cost';
import type { AccountDeps } from '../../../account-deps';
import { authorize } from '../../../login/authority';
import { handle, needsGranted } from '../../handle';
import type { LedgerTurn } from '../../../ledger-turn';
import type { RequestInput } from '@exchange/platform';
import { grantedAccount } from '../../../login/granted-account';

type Request = RequestOf<typeof accountCommands.placeOrder>;

/** What can be known of a signed order without any account. */
interface SignedOrderFacts extends Pick<NewOrder, 'signed' | 'hash' | 'digest' | 'packedHash'> {
  readonly account: Address;
}

/** Accepts a signed order: rights, duplicates, minimums, funds; then its hold, and its way to the book. */
export const placeOrder = handle(accountCommands.placeOrder, {
  prepare: (input, deps) => factsOf(input.request, deps, grantedAccount(input, deps)),

  needs(input, deps, facts) {
    if (!facts.ok) return needsGranted(input, deps);
    const { account, digest, packedHash } = facts.value;
    return {
      accounts: [account],
      hashes: [digest, packedHash].map((spent) => ({ account, digest: spent })),
    };
  },

  decide(turn, received, facts) {
    const { request } = received;
    const placed = facts.ok ? accept(turn, received, facts.value) : facts;
    if (!placed.ok) return placed;
    const { order, facts: changes } = placed.value;
    turn.output.take(order.account, changes, request.origin);
    return ok(() => ({
      accountSeq: turn.book.accountSeq(order.account),
      orderId: order.id,
    }));
  },
});

function factsOf(
  request: Request,
  { domain, crypto }: Pick<AccountDeps, 'domain' | 'crypto'>,
  account: Address,
): Result<SignedOrderFacts> {
  const { terms, format } = request;
  const signature = canonicalSignature(request.signature);
  if (!signature.ok) return signature;
  const signer = recoverOrderSigner(terms, format, signature.value, domain, crypto);
  if (!signer.ok) return signer;
  return ok({
    account,
    signed: { terms, signature: signature.value, format, signer: signer.value },
    digest: canonicalHash(terms, domain, crypto.keccak256),
    hash: publicHash(terms, format, domain, crypto.keccak256),
    packedHash: publicHash(terms, 'sign', domain, crypto.keccak256),
  });
}

function accept(turn: LedgerTurn, received: RequestInput<Request>, facts: SignedOrderFacts) {
  const { request } = received;
  const grant = authorize(turn, received);
  if (!grant.ok) return grant;
  const terms = checkTerms(facts.signed.terms, turn.at);
  if (!terms.ok) return terms;
  const { account, gateway, connection } = grant.value;
  const spentBy = turn.book.spentBy(account, facts.digest);
  const isVoided = spentBy === null || turn.book.isSpent(account, facts.packedHash);
  if (isVoided) return reject('DUPLICATE_ORDER', 'this order was canceled for good');
  return placeInLedger(turn.book.ledgerOf(account), {
    ...request,
    ...facts,
    account,
    signerOwner: turn.book.directory.accountOf(facts.signed.signer),
    duplicateOf: spentBy === undefined ? undefined : orderId(spentBy),
    settlementFee: settlementFee(turn, facts.signed.terms.buyToken),
    via: connectionName(gateway, connection),
    at: turn.at,
  });
}
