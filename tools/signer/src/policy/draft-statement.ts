import {
  arbiterWithdrawal,
  type ContractDomain,
  delegateRemoval,
  minimumNonce,
  orderCancellation,
  type Statement,
} from '@exchange/contract/chain';
import { amount, AMOUNT_MAX, WITHDRAWAL_NONCE_FIRST } from '@exchange/core/kernel';
import type { StatementRequest } from '@exchange/edge/keys';
import { TypedDataEncoder } from 'ethers';
import { type Draft, insist } from './draft';
import type { CosignerPolicy } from './policy-file';
import { insistOnDomain, insistOnValidity } from './shapes';

type Asked = StatementRequest['statement'];
type Withdrawal = Extract<Asked, { readonly kind: 'ArbiterWithdrawal' }>;

/** The statement as its policy allows it. Throws a SigningRefusal that names the first limit that it passes. */
export function draftStatement(
  { domain: asked, statement }: StatementRequest,
  { policy, domain, now }: { policy: CosignerPolicy; domain: ContractDomain; now: number },
): Draft {
  const { kind } = statement;
  insistOnDomain(asked, domain);
  insist(
    policy.statements.includes(kind),
    'STATEMENT',
    () => `${kind} is none of ${policy.statements.join(', ')}`,
  );
  insistOnValidity(statement.deadline, policy, now);
  if (kind === 'ArbiterWithdrawal') insistOnWithdrawal(statement);
  const { domain: typed, types, message } = statementOf(domain, statement);
  const isWithdrawal = kind === 'ArbiterWithdrawal';
  return {
    digest: TypedDataEncoder.hash(typed, types, message),
    values: isWithdrawal ? [{ token: statement.token, amount: statement.amount }] : [],
    once: isWithdrawal ? `${statement.account} ${statement.nonce}` : undefined,
    about: { kind, ...texts(message) },
  };
}

function insistOnWithdrawal({ account, receiver, nonce, amount: asked }: Withdrawal): void {
  insist(receiver === account, 'RECEIVER', () => `it would pay ${receiver}, not its account ${account}`);
  // No co-signature may use up one of the account's own.
  insist(nonce >= WITHDRAWAL_NONCE_FIRST, 'NONCE', () => `nonce ${nonce} is one of the account's own`);
  insist(asked <= AMOUNT_MAX, 'MALFORMED', () => 'the contract holds no such amount');
}

function statementOf(domain: ContractDomain, statement: Asked): Statement {
  switch (statement.kind) {
    case 'ArbiterWithdrawal': {
      const { account, token, receiver, nonce, deadline } = statement;
      const withdrawn = amount(statement.amount);
      return arbiterWithdrawal(domain, { account, token, amount: withdrawn, receiver, nonce, deadline });
    }
    case 'DelegateRemoval': {
      const { account, delegate, deadline } = statement;
      return delegateRemoval(domain, { account, delegate, deadline });
    }
    case 'MinimumNonce': {
      const { account, token, minNonce, deadline } = statement;
      return minimumNonce(domain, { account, token, minNonce, deadline });
    }
    case 'OrderCancellation': {
      const { account, orderHashes, deadline } = statement;
      return orderCancellation(domain, { account, orderHashes, deadline });
    }
  }
}

/** JSON has no integers of that size. */
const texts = (message: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(message).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  );
