// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A key that may sign orders for an account. `account` is written once. `funded` marks an address that has
/// ever been credited by a deposit: such an address never becomes a delegate, and a delegate never
/// deposits, so that no signature can count for two accounts (an order does not name its account).
struct Delegate {
    address account;
    uint40 validUntil;
    uint40 revokedAt;
    bool funded;
}

/// A minimum nonce that was asked for and takes effect once somebody applies it, at effectiveAt or later.
struct WaitingMinNonce {
    uint64 minNonce;
    uint40 effectiveAt;
}

/// A signed order, packed: sellAmount128|buyAmount128, account160|expiry32|nonce64,
/// sellTokenId16|buyTokenId16|flags8|0, and the signature as r and vs (EIP-2098).
struct OrderIn {
    uint256 amounts;
    uint256 terms;
    uint256 tokens;
    bytes32 r;
    bytes32 vs;
}

/// A trade, packed: makerAmount128|takerAmount128, makerFee128|takerFee128,
/// tradeId64|makerIndex16|takerIndex16|flags32|makerRebate128.
struct TradeIn {
    uint256 amounts;
    uint256 fees;
    uint256 ids;
}

/// A withdrawal signed by its account and submitted by the operator. scheme: 0 the full typed form, 1 the
/// short typed form, 2 the short personal form; the short forms ignore maxFee, receiver and deadline.
struct WithdrawalIn {
    address account;
    address token;
    uint256 amount;
    uint256 maxFee;
    uint256 fee;
    address receiver;
    uint64 nonce;
    uint32 deadline;
    uint8 scheme;
    bytes32 r;
    bytes32 vs;
}

/// An order of the batch after its own checks; code is a TradeCode. The slots are those of its fill and of what
/// its account owns of the two tokens.
struct OrderState {
    address account;
    address sellToken;
    address buyToken;
    uint256 sellAmount;
    uint256 buyAmount;
    bytes32 orderHash;
    bytes32 fillSlot;
    bytes32 sellSlot;
    bytes32 buySlot;
    uint256 sellTokenId;
    uint8 code;
}

/// An unpacked trade. makerGives is what leaves the maker: its amount less a rebate in the sold token.
struct Trade {
    uint256 id;
    uint256 makerIndex;
    uint256 takerIndex;
    uint256 flags;
    uint256 makerAmount;
    uint256 takerAmount;
    uint256 makerFee;
    uint256 takerFee;
    uint256 rebate;
    uint256 makerGives;
}

/// What the constructor needs. Several settlers: a standby is granted beforehand, because a grant takes as long
/// as the timelock. waitingPeriod: seconds.
struct ExchangeConfig {
    string name;
    address admin;
    address[] settlers;
    address attester;
    address coSigner;
    address lister;
    address guardian;
    address feeCollector;
    uint32 waitingPeriod;
    uint16 maxFeeBps;
}
