import { accountCommands, type RequestOf } from '@exchange/contract/bus';
import { type Address, ok, orderId, reject, type Result } from '@exchange/core/kernel';
import { type NewOrder, placeOrder as placeInLedger } from '@exchange/core/ledger';
import {
  canonicalSignature,
  checkTerms,
  knownSigner,
  packedHash as packedHashOf,
  personalDigest,
  toHash,
  typedDigest,
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

async function factsOf(
  request: Request,
  { domain, crypto: { keccak256 }, signers }: Pick<AccountDeps, 'domain' | 'crypto' | 'signers'>,
  account: Address,
): Promise<Result<SignedOrderFacts>> {
  const { terms, format } = request;
  const signature = canonicalSignature(request.signature);
  if (!signature.ok) return signature;
  const typed = typedDigest(terms, domain, keccak256);
  const packed = packedHashOf(terms, domain.contract, keccak256);
  const isTyped = format === 'signTypedData';
  const signedBytes = isTyped ? typed : personalDigest(packed, keccak256);
  const signer = knownSigner(await signers.recover(signedBytes, signature.value));
  if (!signer.ok) return signer;
  const [digest, packedHash] = [toHash(typed), toHash(packed)];
  const signed = { terms, signature: signature.value, format, signer: signer.value };
  return ok({ account, signed, digest, packedHash, hash: isTyped ? digest : packedHash });
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
