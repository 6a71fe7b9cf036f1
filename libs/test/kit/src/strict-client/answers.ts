import type { DocumentedEvent, Message } from './events';
import { signature } from './objects';
import type { ReadPacket } from './read-packet';
import { type Read, uint, Violation } from './readers';

/**
 * What the first packet with a command's rid is (seed: Websocket commands, "Expected server packets"; where the seed
 * shows nothing, docs/interface/commands.md).
 */
export const answers = {
  authenticate: ['auth'],
  authenticateDelegate: ['auth'],
  authenticateWithSession: ['auth'],
  logoff: ['auth'],
  getFeeTier: ['feeTier'],
  getActiveOrderSnapshot: ['activeOrderSnapshot'],
  getHistoricalOrders: ['historicalOrders'],
  getUserTrades: ['userTrades'],
  getHistoricalTrades: ['historicalTrades'],
  getHistoricalLedgerEntries: ['historicalLedgerEntries'],
  getListed: ['listed'],
  subscribe: ['tradeSnapshot', 'ticker', 'orderBookSnapshot', 'rate', 'message'],
  unSubscribe: ['message'],
  placeOrder: ['orderStatus'],
  editOrder: ['orderStatus'],
  cancelOrder: ['orderStatus'],
  // The message says that there was nothing to cancel.
  cancelOrders: ['orderStatus', 'message'],
  getBarData: ['barData'],
  signWithdrawal: ['ledgerEntryStatus'],
  submitWithdrawal: ['ledgerEntryStatus'],
  signOrderCancellation: ['orderCancellationSignature'],
  announceDelegate: ['delegateStatus'],
  updateDelegateLabel: ['delegateStatus'],
  signDelegationRemoval: ['delegateStatus'],
  withdrawalTransaction: ['ledgerEntryStatus'],
  announceDeposit: ['ledgerEntryStatus'],
  ping: ['pingPong'],
  getTokenInfo: ['tokenInfo'],
  getTicker: ['ticker'],
  getOrderBookSnapshot: ['orderBookSnapshot'],
  getBalanceSnapshot: ['balanceSnapshot'],
  getDelegateSnapshot: ['delegateSnapshot'],
  getUsername: ['message'],
  updateUsername: ['message'],
  getTOTPSalt: ['message'],
  registerTOTPSalt: ['message'],
  postMessage: ['message'],
} as const satisfies Readonly<Record<string, readonly DocumentedEvent[]>>;

export type DocumentedCommand = keyof typeof answers;

/** Answers that carry the signature which was asked for, where the layout alone would allow none. */
interface Signed {
  readonly signWithdrawal: { readonly signature: Signature & { readonly nonce: number } };
  readonly signDelegationRemoval: { readonly removalSignature: Signature };
}
type Signature = Read<typeof signature>;

/** What a command's promise holds. */
export type Answer<C extends DocumentedCommand> = Message<(typeof answers)[C][number]> &
  (C extends keyof Signed ? Signed[C] : unknown);

/** Throws a Violation if a first packet is not what the seed names for the command. */
export function checkAnswer(c: DocumentedCommand, { event, message }: ReadPacket): void {
  const named: readonly DocumentedEvent[] = answers[c];
  if (!named.includes(event)) throw new Violation(c, `${named.join(' or ')} first`, message);
  if (c === 'signWithdrawal' && event === 'ledgerEntryStatus') {
    signature(message.signature, `${c}.signature`);
    uint(message.signature.nonce, `${c}.signature.nonce`);
  }
  if (c === 'signDelegationRemoval' && event === 'delegateStatus') {
    signature(message.removalSignature, `${c}.removalSignature`);
  }
}
