import type { DocumentedEvent } from './events';

interface CommandRow {
  /** What it costs, in tenths of a point. */
  readonly tenths: number;
  /** What the first packet with its rid is, unless it is refused. */
  readonly answers: readonly DocumentedEvent[];
}

/**
 * Every command of the seed ("Websocket commands": costs, and "Expected server packets"; where the seed shows nothing,
 * docs/interface/commands.md).
 */
export const seedCommands = {
  announceDelegate: { tenths: 20, answers: ['delegateStatus'] },
  announceDeposit: { tenths: 10, answers: ['ledgerEntryStatus'] },
  authenticate: { tenths: 20, answers: ['auth'] },
  authenticateDelegate: { tenths: 20, answers: ['auth'] },
  authenticateWithSession: { tenths: 20, answers: ['auth'] },
  cancelOrder: { tenths: 5, answers: ['orderStatus'] },
  // Without any open order there is nothing of which an orderStatus could tell.
  cancelOrders: { tenths: 20, answers: ['orderStatus', 'message'] },
  editOrder: { tenths: 10, answers: ['orderStatus'] },
  getActiveOrderSnapshot: { tenths: 20, answers: ['activeOrderSnapshot'] },
  getBalanceSnapshot: { tenths: 10, answers: ['balanceSnapshot'] },
  getBarData: { tenths: 10, answers: ['barData'] },
  getDelegateSnapshot: { tenths: 10, answers: ['delegateSnapshot'] },
  getFeeTier: { tenths: 10, answers: ['feeTier'] },
  getHistoricalLedgerEntries: { tenths: 10, answers: ['historicalLedgerEntries'] },
  getHistoricalOrders: { tenths: 15, answers: ['historicalOrders'] },
  getHistoricalTrades: { tenths: 10, answers: ['historicalTrades'] },
  getListed: { tenths: 10, answers: ['listed'] },
  getOrderBookSnapshot: { tenths: 10, answers: ['orderBookSnapshot'] },
  getTOTPSalt: { tenths: 15, answers: ['message'] },
  getTicker: { tenths: 5, answers: ['ticker'] },
  getTokenInfo: { tenths: 5, answers: ['tokenInfo'] },
  getUserTrades: { tenths: 10, answers: ['userTrades'] },
  getUsername: { tenths: 5, answers: ['message'] },
  logoff: { tenths: 10, answers: ['auth'] },
  ping: { tenths: 1, answers: ['pingPong'] },
  placeOrder: { tenths: 15, answers: ['orderStatus'] },
  postMessage: { tenths: 20, answers: ['message'] },
  registerTOTPSalt: { tenths: 20, answers: ['message'] },
  signDelegationRemoval: { tenths: 25, answers: ['delegateStatus'] },
  signOrderCancellation: { tenths: 25, answers: ['orderCancellationSignature'] },
  signWithdrawal: { tenths: 25, answers: ['ledgerEntryStatus'] },
  submitWithdrawal: { tenths: 25, answers: ['ledgerEntryStatus'] },
  // By subscription; a message when there is nothing to show yet.
  subscribe: { tenths: 20, answers: ['tradeSnapshot', 'ticker', 'orderBookSnapshot', 'rate', 'message'] },
  unSubscribe: { tenths: 5, answers: ['message'] },
  updateDelegateLabel: { tenths: 10, answers: ['delegateStatus'] },
  updateUsername: { tenths: 10, answers: ['message'] },
  withdrawalTransaction: { tenths: 15, answers: ['ledgerEntryStatus'] },
} as const satisfies Readonly<Record<string, CommandRow>>;

/** Commands that were added to the seed's, and what the seed's are answered with for added subscriptions. */
const addedCommands = {
  getOrder: { tenths: 5, answers: ['orderStatus'] },
  getOrderTerms: { tenths: 5, answers: ['orderTerms'] },
  cancelOnDisconnect: { tenths: 10, answers: ['cancelOnDisconnect'] },
  getTrace: { tenths: 10, answers: ['trace'] },
  signMinimumNonce: { tenths: 25, answers: ['minimumNonceSignature'] },
  getSolvencyProof: { tenths: 10, answers: ['solvencyProof'] },
  getUserFills: { tenths: 10, answers: ['userFills'] },
} as const satisfies Readonly<Record<string, CommandRow>>;
const ADDED_SUBSCRIPTIONS: readonly DocumentedEvent[] = [
  ...(['bar', 'chainStats', 'listings', 'tickers'] as const),
  ...(['sequencedBookSnapshot', 'sequencedBookUpdate'] as const),
];

export type SeedCommandName = keyof typeof seedCommands;

const commands: Readonly<Record<string, CommandRow>> = { ...seedCommands, ...addedCommands };

export const COMMAND_NAMES = Object.keys(commands);
export const ADDED_COMMAND_NAMES = Object.keys(addedCommands);

/** What a command costs, in tenths of a point; nothing for one that no table has. */
export const tenthsOf = (command: string): number => commands[command]?.tenths ?? 0;

/** What answers a command. */
export function answersOf(command: string): readonly DocumentedEvent[] {
  const answers = commands[command]?.answers ?? [];
  return command === 'subscribe' ? [...answers, ...ADDED_SUBSCRIPTIONS] : answers;
}

export const BOOK_EVENTS: readonly string[] = ['book20', 'book100', 'book'].flatMap((depth) =>
  [5, 4, 3, 2, 1].map((digits) => `${depth}d${digits}`),
);
