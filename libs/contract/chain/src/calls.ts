import { type Address, assert, type Hash, present, type TokenAmount } from '@exchange/core/kernel';
import { type TradeCode } from './codes';
import { tradeCode } from './decode-event';
import { exchangeInterface } from './exchange-interface';
import { word } from './words';

/** An order as the contract takes it; see core/settlement, which packs it. Words are 0x and 64 hex digits. */
interface OrderWords {
  readonly amounts: string;
  readonly terms: string;
  readonly tokens: string;
  readonly r: string;
  readonly vs: string;
}

/** A trade as the contract takes it. */
interface TradeWords {
  readonly amounts: string;
  readonly fees: string;
  readonly ids: string;
}

export interface Batch {
  readonly orders: readonly OrderWords[];
  readonly trades: readonly TradeWords[];
}

/** The attester's signature of a batch (contract: Batch). */
export interface Attestation {
  readonly r: string;
  /** s with the parity of v in its highest bit (EIP-2098). */
  readonly vs: string;
}

const SETTLE_BATCH = present(exchangeInterface.getFunction('settleBatch'), 'settleBatch').selector;
/** Bytes before the first list: the two numbers, where each list begins, and the attestation. */
const LISTS_START = 6 * 32;
const ORDER_BYTES = 5 * 32;

/**
 * Call data of settleBatch. validUntil: Unix seconds after which the whole call is refused. Orders and trades are words
 * already, so they are put together as they are; ethers' encoder took a quarter of settlement-service's time.
 */
export function encodeSettleBatch(
  batchId: bigint,
  validUntil: number,
  { orders, trades }: Batch,
  attestation: Attestation,
): string {
  const tradesStart = LISTS_START + 32 + orders.length * ORDER_BYTES;
  return [
    SETTLE_BATCH,
    ...[word(batchId), word(validUntil), word(LISTS_START), word(tradesStart)],
    ...[digits(attestation.r), digits(attestation.vs)],
    word(orders.length),
    ...orders.flatMap(orderWords),
    word(trades.length),
    ...trades.flatMap(tradeWords),
  ].join('');
}

const orderWords = ({ amounts, terms, tokens, r, vs }: OrderWords): string[] =>
  [amounts, terms, tokens, r, vs].map(digits);
const tradeWords = ({ amounts, fees, ids }: TradeWords): string[] => [amounts, fees, ids].map(digits);

function digits(packed: string): string {
  assert(packed.length === '0x'.length + 64, `not a word: ${packed}`);
  return packed.slice('0x'.length);
}

/** What an eth_call of settleBatch returned: one code per trade, in order. */
export function decodeSettleBatchCodes(returned: string): TradeCode[] {
  const codes: Iterable<bigint> = exchangeInterface
    .decodeFunctionResult('settleBatch', returned)
    .getValue('codes');
  return Array.from(codes, tradeCode);
}

/** The call that asks what the contract holds for an account. */
export const encodeGetBalance = (token: Address, account: Address): string =>
  exchangeInterface.encodeFunctionData('getBalance', [token, account]);

/** What an eth_call of getBalance returned, in smallest units. */
export const decodeGetBalance = (returned: string): bigint =>
  BigInt(exchangeInterface.decodeFunctionResult('getBalance', returned)[0] as bigint);

/** How a withdrawal that the operator submits was signed. */
export const WITHDRAWAL_SCHEMES = { full: 0, short: 1, shortPersonal: 2 } as const;

export interface OperatorWithdrawal {
  readonly account: Address;
  readonly token: Address;
  readonly amount: TokenAmount;
  /** Signed limit of the fee; of no effect in the short forms, as are receiver and deadline. */
  readonly maxFee: TokenAmount;
  /** What is taken: part of amount, paid to the fee collector. */
  readonly fee: TokenAmount;
  readonly receiver: Address;
  readonly nonce: bigint;
  readonly deadline: number;
  readonly scheme: keyof typeof WITHDRAWAL_SCHEMES;
  readonly r: string;
  /** s with the parity of v in its highest bit (EIP-2098). */
  readonly vs: string;
}

/** Call data of withdrawForUsers. */
export function encodeWithdrawForUsers(
  validUntil: number,
  withdrawals: readonly OperatorWithdrawal[],
): string {
  const items = withdrawals.map((item) => ({ ...item, scheme: WITHDRAWAL_SCHEMES[item.scheme] }));
  return exchangeInterface.encodeFunctionData('withdrawForUsers', [validUntil, items]);
}

/** Call data of executeWithdrawal, which only the contract itself may call: to try a withdrawal by eth_call. */
export function encodeExecuteWithdrawal(withdrawal: OperatorWithdrawal): string {
  const item = { ...withdrawal, scheme: WITHDRAWAL_SCHEMES[withdrawal.scheme] };
  return exchangeInterface.encodeFunctionData('executeWithdrawal', [item]);
}

/** What an eth_call of executeWithdrawal returned: an index of WITHDRAWAL_REASONS. */
export function decodeWithdrawalReason(returned: string): number {
  return Number(exchangeInterface.decodeFunctionResult('executeWithdrawal', returned)[0]);
}

/** Call data by which the operator cancels orders that their account wants canceled. */
export function encodeCancelOrdersFor(
  account: Address,
  orderHashes: readonly Hash[],
  deadline: number,
  signature: { readonly v: number; readonly r: string; readonly s: string },
): string {
  const { v, r, s } = signature;
  return exchangeInterface.encodeFunctionData('cancelOrdersFor', [account, orderHashes, deadline, v, r, s]);
}

/** Call data by which the lister gives a token the next id and opens it for deposits. */
export function encodeRegisterToken(token: Address): string {
  return exchangeInterface.encodeFunctionData('registerToken', [token]);
}

/** Call data by which the admin says what a short withdrawal of the token may pay at most, in its smallest units. */
export function encodeSetWithdrawalFeeCap(token: Address, cap: bigint): string {
  return exchangeInterface.encodeFunctionData('setWithdrawalFeeCap', [token, cap]);
}

export function encodeSetDepositsEnabled(token: Address, enabled: boolean): string {
  return exchangeInterface.encodeFunctionData('setDepositsEnabled', [token, enabled]);
}

/** The name of the error a call was refused with (for example `BatchTooLarge`), or undefined if it isn't ours. */
export function revertName(data: string): string | undefined {
  return exchangeInterface.parseError(data)?.name;
}
