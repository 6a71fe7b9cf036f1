import { accountCommands, type RequestOf } from '@exchange/contract/bus';
import {
  type Address,
  amountFrom,
  hash,
  marketId,
  orderId,
  type Result,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import { placeOrder as placeInLedger } from '@exchange/core/ledger';
import {
  canonicalHash,
  checkTerms,
  type OrderSignature,
  type OrderTerms,
  publicHash,
  recoverOrderSigner,
  termsFrom,
} from '@exchange/core/order';
import { authorize } from '../../login/authority';
import { accountSeq, type LedgerTurn, type Received, type RequestHandler } from '../request-handler';
import { grantedAccount } from './granted-account';

type Request = RequestOf<typeof accountCommands.placeOrder>;

/** What can be known of a signed order without any account. */
interface SignedOrderFacts {
  readonly account: Address | undefined;
  readonly terms: OrderTerms;
  readonly signature: OrderSignature;
  readonly signer: Result<Address>;
  readonly digest: ReturnType<typeof canonicalHash>;
  readonly publicHash: ReturnType<typeof publicHash>;
}

/** Accepts a signed order: rights, duplicates, minimums, funds; then its hold, and its way to the book. */
export const placeOrder: RequestHandler<typeof accountCommands.placeOrder, SignedOrderFacts> = {
  definition: accountCommands.placeOrder,
  accounts: grantedAccount,

  prepare(request, context, sender) {
    const terms = termsFrom(request.terms);
    const { v, r, s } = request.signature;
    const signature: OrderSignature = { v: v === 27 ? 27 : 28, r: hash(r), s: hash(s) };
    const { domain, crypto } = context;
    return {
      account: grantedAccount(request, context, sender)[0],
      terms,
      signature,
      signer: recoverOrderSigner(terms, request.format, signature, domain, crypto),
      digest: canonicalHash(terms, domain, crypto.keccak256),
      publicHash: publicHash(terms, request.format, domain, crypto.keccak256),
    };
  },

  spentHash: (_, { account, digest }) => (account === undefined ? undefined : { account, digest }),

  apply(turn, received, facts) {
    const { definition } = placeOrder;
    const { incoming, request } = received;
    const placed = accept(turn, received, facts);
    if (!placed.ok) return turn.output.refuse(incoming, definition, placed);
    const { order, facts: changes } = placed.value;
    turn.output.take(order.account, changes, request.origin);
    turn.output.reply(incoming, definition, () => ({
      accountSeq: accountSeq(turn, order.account),
      orderId: order.id,
    }));
  },
};

function accept(turn: LedgerTurn, received: Received<Request>, facts: SignedOrderFacts) {
  const { request } = received;
  const grant = authorize(turn, received);
  if (!grant.ok) return grant;
  if (!facts.signer.ok) return facts.signer;
  const terms = checkTerms(facts.terms, turn.at);
  if (!terms.ok) return terms;
  const { account } = grant.value;
  const spentBy = turn.book.spentBy(account, facts.digest);
  return placeInLedger(turn.book.ledgerOf(account), {
    account,
    market: marketId(request.market),
    signed: {
      terms: facts.terms,
      signature: facts.signature,
      format: request.format,
      signer: facts.signer.value,
    },
    hash: facts.publicHash,
    digest: facts.digest,
    cid: request.cid,
    rebateToken: request.rebateToken,
    sellBook: request.sellBook === undefined ? undefined : amountFrom(request.sellBook),
    buyBook: request.buyBook === undefined ? undefined : amountFrom(request.buyBook),
    duplicateOf: spentBy === undefined || spentBy === null ? undefined : orderId(spentBy),
    settlementFee: ZERO_AMOUNT,
    at: turn.at,
  });
}
