import { Inbox } from '@exchange/platform';
import { ownRequest } from '../groups/own-requests';
import { deadlines } from '../login/deadlines';
import { chargeGranted } from '../limits/charge-granted';
import { authenticate } from './command/login/authenticate';
import { authenticateSession } from './command/login/authenticate-session';
import { cancelOnDisconnect } from './command/orders/cancel-on-disconnect';
import { cancelOrder } from './command/orders/cancel-order';
import { cancelOrders } from './command/orders/cancel-orders';
import { editOrder } from './command/orders/edit-order';
import { logoff } from './command/login/logoff';
import { placeOrder } from './command/orders/place-order';
import { announceDelegate } from './command/delegates/announce-delegate';
import { announceDeposit } from './command/funds/announce-deposit';
import { labelDelegate } from './command/delegates/label-delegate';
import { signDelegationRemoval } from './command/delegates/sign-delegation-removal';
import { signMinimumNonce } from './command/orders/sign-minimum-nonce';
import { signOrderCancellation } from './command/orders/sign-order-cancellation';
import { submitWithdrawal } from './command/funds/submit-withdrawal';
import { withdrawalTransaction } from './command/funds/withdrawal-transaction';
import { postMessage } from './command/post-message';
import { registerTotpSalt } from './command/login/register-totp-salt';
import { totpSalt } from './command/login/totp-salt';
import { updateUsername } from './command/login/update-username';
import { signsOfLife } from './command/orders/signs-of-life';
import { signWithdrawal } from './command/funds/sign-withdrawal';
import { takeAttesterNews } from './log/attester-news';
import { takeChainBlock } from './log/chain-block';
import { takeListing } from './log/listing';
import { takeMarketReport } from './log/market-report';
import { takeMovedFees } from './log/moved-fees';
import { takeSettlementNews } from './log/settlement-news';
import { takeSolvencyVerdict } from './log/solvency-verdict';
import { announceFees } from './operator/announce-fees';
import { cancelMarketOrders } from './operator/cancel-market-orders';
import { coverShortfall } from './operator/cover-shortfall';
import { editMarket } from './operator/edit-market';
import { editToken } from './operator/edit-token';
import { freezeAccount } from './operator/freeze-account';
import { listMarket } from './operator/list-market';
import { listToken } from './operator/list-token';
import { moveGroup } from './operator/move-group';
import { pauseWithdrawals } from './operator/pause-withdrawals';
import { resumeWithdrawals } from './operator/resume-withdrawals';
import { setAccountLimits } from './operator/set-account-limits';
import { setMarketStatus } from './operator/set-market-status';
import { unfreezeAccount } from './operator/unfreeze-account';
import { accountQuery } from './operator-query/account';
import { anyEntryQuery } from './operator-query/any-entry';
import { anyOrderQuery } from './operator-query/any-order';
import { anyTradeQuery } from './operator-query/any-trade';
import { listedQuery } from './operator-query/listed';
import { messagesQuery } from './operator-query/messages';
import { shortfallsQuery } from './operator-query/shortfalls';
import { accountSeqsQuery } from './query/account-seqs';
import {
  activeOrdersAfterQuery,
  activeOrdersQuery,
  balancesQuery,
  delegatesQuery,
  feeTierQuery,
  pendingEntriesAfterQuery,
} from './query/account-state';
import { delegateAccountQuery } from './query/delegate-account';
import { groupsQuery } from './query/groups';
import { historicalEntriesQuery, historicalOrdersQuery, userTradesQuery } from './query/history';
import { namedAccountQuery } from './query/named-account';
import { noticesAfterQuery } from './query/notices-after';
import { operatorHeadsQuery } from './query/operator-heads';
import { orderQuery } from './query/order';
import { settledAccountsQuery, settledSumsQuery } from './query/settled';
import { solvencySaltQuery } from './query/solvency-salt';
import { traceQuery } from './query/trace';
import { usernameQuery } from './query/username';
import { hearGasPrice, hearRate, hearSupply } from './signal/heard';
import { tick } from './signal/tick';
import type { AccountInbox } from './handle';

/** Everything that account-service takes: requests, which their account pays for, logs, and its own signals. */
export const inbox = new Inbox<AccountInbox>(
  [
    authenticate,
    authenticateSession,
    logoff,
    placeOrder,
    editOrder,
    cancelOrder,
    cancelOrders,
    cancelOnDisconnect,
    signsOfLife,
    signWithdrawal,
    withdrawalTransaction,
    submitWithdrawal,
    signMinimumNonce,
    signOrderCancellation,
    signDelegationRemoval,
    labelDelegate,
    announceDeposit,
    announceDelegate,
    updateUsername,
    registerTotpSalt,
    totpSalt,
    postMessage,
    listToken,
    listMarket,
    editToken,
    editMarket,
    setMarketStatus,
    announceFees,
    cancelMarketOrders,
    freezeAccount,
    unfreezeAccount,
    pauseWithdrawals,
    resumeWithdrawals,
    coverShortfall,
    setAccountLimits,
    moveGroup,
    groupsQuery,
    operatorHeadsQuery,
    accountQuery,
    anyOrderQuery,
    anyTradeQuery,
    anyEntryQuery,
    listedQuery,
    messagesQuery,
    shortfallsQuery,
    orderQuery,
    activeOrdersQuery,
    activeOrdersAfterQuery,
    pendingEntriesAfterQuery,
    historicalOrdersQuery,
    userTradesQuery,
    historicalEntriesQuery,
    traceQuery,
    usernameQuery,
    balancesQuery,
    delegatesQuery,
    feeTierQuery,
    noticesAfterQuery,
    accountSeqsQuery,
    delegateAccountQuery,
    namedAccountQuery,
    settledSumsQuery,
    settledAccountsQuery,
    solvencySaltQuery,
    takeMarketReport,
    takeChainBlock,
    takeSettlementNews,
    takeAttesterNews,
    takeSolvencyVerdict,
    takeListing,
    takeMovedFees,
    tick,
    hearRate,
    hearGasPrice,
    hearSupply,
  ],
  (deps, definition, input) => {
    const own = ownRequest(deps, definition, input);
    return own.ok ? chargeGranted(deps, definition, input) : own;
  },
  deadlines,
);
