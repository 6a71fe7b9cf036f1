import { type ContractDomain, exchangeInterface } from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import { type transactionRequest, unsignedTransaction } from '@exchange/edge/keys';
import type { ValueOf } from '@exchange/core/message';
import type { Result as DecodedArguments, TransactionDescription } from 'ethers';
import { type Draft, insist, SigningRefusal } from './draft';
import { insistOnBatch, insistOnValidity } from './shapes';
import type { SettlerPolicy } from './policy-file';
import type { TokenValue } from './usage';

type TransactionRequest = ValueOf<typeof transactionRequest>;

/** The transaction as its policy allows it. Throws a SigningRefusal that names the first limit that it passes. */
export function draftTransaction(
  request: TransactionRequest,
  { policy, domain, now }: { policy: SettlerPolicy; domain: ContractDomain; now: number },
): Draft {
  const { chainId, to, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = request;
  insist(chainId === domain.chainId, 'DOMAIN', () => `chain ${chainId} is not ${domain.chainId}`);
  insist(to === domain.contract, 'DOMAIN', () => `${to} is not the contract ${domain.contract}`);
  insistOnFees(request, policy);
  const call = decodedCall(request.data);
  const isAllowed = (policy.functions as readonly string[]).includes(call?.name ?? '');
  if (!call || !isAllowed) {
    throw new SigningRefusal('FUNCTION', `only these may be called: ${policy.functions.join(', ')}`);
  }
  const fees = { gasLimit, maxFeePerGas, maxPriorityFeePerGas };
  const { values, about } = inspectCall(call, policy, now);
  const shown = Object.fromEntries(Object.entries(fees).map(([name, value]) => [name, value.toString()]));
  const { digest } = unsignedTransaction(request);
  return { digest, values, once: undefined, about: { function: call.name, nonce, ...shown, ...about } };
}

function insistOnFees(request: TransactionRequest, policy: SettlerPolicy): void {
  const { gasLimit, maxFeePerGas, maxPriorityFeePerGas } = request;
  const { gasLimitMax, feePerGasMax, feeMax } = policy;
  const fee = gasLimit * maxFeePerGas;
  insist(gasLimit <= BigInt(gasLimitMax), 'GAS_LIMIT', () => `gas limit ${gasLimit} is above ${gasLimitMax}`);
  insist(
    maxFeePerGas <= BigInt(feePerGasMax),
    'FEE_PER_GAS',
    () => `${maxFeePerGas} wei are above ${feePerGasMax}`,
  );
  insist(maxPriorityFeePerGas <= maxFeePerGas, 'FEE_PER_GAS', () => 'the tip is above the fee that holds it');
  insist(fee <= BigInt(feeMax), 'FEE', () => `it may cost ${fee} wei, which is above ${feeMax}`);
}

/** Undefined when the contract has no such function; CALL_DATA when the rest isn't what that takes. */
function decodedCall(data: string): TransactionDescription | undefined {
  const selector = data.slice(0, 10);
  if (!exchangeInterface.hasFunction(selector)) return undefined;
  let call;
  try {
    call = exchangeInterface.parseTransaction({ data });
  } catch {
    call = null;
  }
  if (!call || encodedAgain(call) !== data)
    throw new SigningRefusal('CALL_DATA', 'the call data is not in its usual form');
  return call;
}

/** What the contract reads must be what was read here: one form of a call is enough. */
const encodedAgain = (call: TransactionDescription): string =>
  exchangeInterface.encodeFunctionData(call.fragment, call.args);

interface Inspected {
  readonly values: readonly TokenValue[];
  readonly about: Readonly<Record<string, unknown>>;
}

function inspectCall({ name, args }: TransactionDescription, policy: SettlerPolicy, now: number): Inspected {
  switch (name) {
    case 'settleBatch': {
      const shape = { orders: lengthOf(args, 'orders'), trades: lengthOf(args, 'trades') };
      const validUntil = Number(args.getValue('validUntil'));
      insistOnBatch(shape, policy);
      insistOnValidity(validUntil, policy, now);
      return { values: [], about: { batchId: String(args.getValue('batchId')), validUntil, ...shape } };
    }
    default:
      return inspectWithdrawals(args, policy, now);
  }
}

function inspectWithdrawals(args: DecodedArguments, policy: SettlerPolicy, now: number): Inspected {
  const items = [...(args.getValue('items') as Iterable<DecodedArguments>)];
  const validUntil = Number(args.getValue('validUntil'));
  const { withdrawalsMax } = policy;
  insist(
    items.length > 0 && items.length <= withdrawalsMax,
    'BATCH',
    () => `${items.length} withdrawals: 1 to ${withdrawalsMax}`,
  );
  insistOnValidity(validUntil, policy, now);
  const values = items.map((item) => ({
    token: address(String(item.getValue('token')).toLowerCase()),
    amount: BigInt(item.getValue('amount') as bigint),
  }));
  return { values, about: { validUntil, withdrawals: items.length } };
}

const lengthOf = (args: DecodedArguments, name: string): number =>
  (args.getValue(name) as { readonly length: number }).length;
