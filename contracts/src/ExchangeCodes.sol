// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Why a trade of a batch did not settle. Numbers are part of the public interface and never change.
library TradeCode {
    uint8 internal constant OK = 0;
    uint8 internal constant DUPLICATE_TRADE = 1;
    uint8 internal constant BAD_INDEX = 2;
    uint8 internal constant BAD_SCHEME = 3;
    uint8 internal constant BAD_SIGNATURE = 4;
    uint8 internal constant DELEGATE_UNKNOWN = 5;
    uint8 internal constant DELEGATE_REVOKED = 6;
    uint8 internal constant EXPIRED = 7;
    uint8 internal constant CANCELLED = 8;
    uint8 internal constant TOKEN_MISMATCH = 9;
    uint8 internal constant SELF_TRADE = 11;
    uint8 internal constant ZERO_AMOUNT = 12;
    uint8 internal constant PRICE = 13;
    uint8 internal constant OVERFILL = 14;
    uint8 internal constant FEE = 15;
    uint8 internal constant REBATE = 16;
    uint8 internal constant BALANCE = 17;
    uint8 internal constant EXITED = 18;
    uint8 internal constant OVERFLOW = 19;
}

/// Whose part of the trade the code is about.
library Side {
    uint8 internal constant NONE = 0;
    uint8 internal constant MAKER = 1;
    uint8 internal constant TAKER = 2;
    uint8 internal constant COLLECTOR = 3;
}

/// Why a withdrawal submitted by the operator was not paid.
library WithdrawalReason {
    uint8 internal constant OK = 0;
    uint8 internal constant NONCE_USED = 1;
    uint8 internal constant DEADLINE = 2;
    uint8 internal constant SIGNATURE = 3;
    uint8 internal constant BALANCE = 4;
    uint8 internal constant FEE = 5;
    uint8 internal constant RECEIVER = 6;
    uint8 internal constant TRANSFER_FAILED = 7;
}

/// Which way a withdrawal took.
library WithdrawalKind {
    uint8 internal constant CO_SIGNED = 1;
    uint8 internal constant OPERATOR_SUBMITTED = 2;
    uint8 internal constant EXIT = 3;
}

/// The roles of AccessControl; the admin's is zero.
library Role {
    bytes32 internal constant SETTLER = keccak256("SETTLER_ROLE");
    bytes32 internal constant ATTESTER = keccak256("ATTESTER_ROLE");
    bytes32 internal constant COSIGNER = keccak256("COSIGNER_ROLE");
    bytes32 internal constant LISTER = keccak256("LISTER_ROLE");
    bytes32 internal constant GUARDIAN = keccak256("GUARDIAN_ROLE");
}

/// What no parameter and no call may exceed.
library Limit {
    uint16 internal constant MAX_FEE_BPS = 500;
    uint32 internal constant MIN_WAITING_PERIOD = 1 hours;
    uint32 internal constant MAX_WAITING_PERIOD = 7 days;
    /// Of the waiting period: a pause of settlement ends long before an exit that was asked for during it.
    uint32 internal constant PAUSE_SHARE = 8;
    uint256 internal constant MAX_TOKENS = 65_535;
    uint256 internal constant MAX_ORDERS = 256;
    uint256 internal constant MAX_TRADES = 128;
}

// ETH, which is token id 0.
address constant ETHER = address(0);

// Holds what the fee collector set aside for rebates. Nobody has its key (the number is that of a precompiled
// contract), and it is registered as a delegate of itself, so that nobody deposits to it either.
address constant REBATE_POOL = address(1);
