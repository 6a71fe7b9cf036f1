// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Everything the contract tells. Replaying the events alone rebuilds every balance.
interface ExchangeEvents {
    event Deposited(address indexed account, address indexed token, uint256 amount, address payer);
    event Withdrawn(
        address indexed account,
        address indexed token,
        uint256 amount,
        uint256 fee,
        address receiver,
        uint64 nonce,
        uint8 kind
    );
    event WithdrawalFailed(address indexed account, uint64 nonce, uint8 reason);

    event TradeSettled(
        uint64 indexed tradeId,
        address indexed maker,
        address indexed taker,
        bytes32 makerOrder,
        bytes32 takerOrder,
        uint128 makerAmount,
        uint128 takerAmount,
        uint128 makerFee,
        uint128 takerFee,
        uint128 makerRebate,
        uint32 tokenIds,
        uint8 flags
    );
    event TradeFailed(uint64 indexed tradeId, uint8 reason, uint8 side);
    event BatchSettled(uint64 indexed batchId, uint32 settled, uint32 failed);

    event ExitRequested(address indexed account, address indexed token, uint40 effectiveAt);
    event ExitCancelled(address indexed account, address indexed token);
    event OrderCancelled(address indexed account, bytes32 indexed orderHash, uint40 effectiveAt);
    event DelegateAdded(address indexed account, address indexed delegate, uint40 validUntil);
    event DelegateRemoved(address indexed account, address indexed delegate, uint40 effectiveAt);

    event MinNonceRequested(
        address indexed account,
        address indexed token,
        uint64 minNonce,
        uint40 effectiveAt
    );
    event MinNonceRaised(address indexed account, address indexed token, uint64 minNonce);
    event NonceVoided(address indexed account, uint64 nonce);

    event RebatesFunded(address indexed token, uint256 amount);
    event RebatesReleased(address indexed token, uint256 amount);

    event SettlementPaused(uint40 until);
    event SettlementResumed();
    event DepositsPaused();
    event DepositsResumed();

    event TokenRegistered(uint16 indexed id, address indexed token);
    event DepositsEnabledChanged(address indexed token, bool enabled);
    event FeeCollectorChanged(address indexed feeCollector);
    event MaxFeeChanged(uint16 maxFeeBps, uint40 effectiveAt);
    event WaitingPeriodChanged(uint32 waitingPeriod);
    event WithdrawalFeeCapChanged(address indexed token, uint128 amount);
}

/// Why a whole call is refused.
interface ExchangeErrors {
    error ZeroAddress();
    error ZeroAmount();
    error AmountTooLarge();
    error InsufficientBalance();
    error DeadlinePassed();
    error InvalidSignature();
    error InvalidAttestation();
    error NonceUsed();
    error MinNonceNotReady();
    error BadReceiver();
    error TransferFailed();
    error UnexpectedTokenAmount();
    error DepositsDisabled();
    error DepositsStopped();
    error SettlementStopped();
    error PausedRecently();
    error AccountIsDelegate();
    error AccountIsExiting();
    error ExitNotReady();
    error DelegateNotEligible();
    error NotYourDelegate();
    error ValidityPassed();
    error BatchTooLarge();
    error NotEnoughGas();
    error OnlySelf();
    error RoleNotDroppable();
    error RoleConflict();
    error OnlyFeeCollector();
    error CollectorNotEligible();
    error TokenNotEligible();
    error TokenUnknown();
    error ParameterOutOfRange();
}
