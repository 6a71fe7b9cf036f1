// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// An amount and the time from which on it is out of reach for trading (0: never), in one storage slot. For a
/// balance: what the account owns, when its exit takes effect, and the least nonce that its orders selling the
/// token must have. For an order: what it has given of its sold token and when its cancellation takes effect.
/// One word, so that writing it needs no reading before: amount in bits 0..127, time in 128..167, nonce in
/// 168..231.
type TimedAmount is uint256;

using TimedAmounts for TimedAmount global;

/// Whether a time that was given (0: none was) has come.
function hasCome(uint256 time) view returns (bool) {
    return time != 0 && time <= block.timestamp;
}

library TimedAmounts {
    uint256 private constant AMOUNT_MASK = type(uint128).max;
    uint256 private constant TIME_SHIFT = 128;
    uint256 private constant NONCE_SHIFT = 168;

    function amount(TimedAmount word) internal pure returns (uint256) {
        return TimedAmount.unwrap(word) & AMOUNT_MASK;
    }

    function effectiveAt(TimedAmount word) internal pure returns (uint40) {
        return uint40(TimedAmount.unwrap(word) >> TIME_SHIFT);
    }

    function minNonce(TimedAmount word) internal pure returns (uint64) {
        return uint64(TimedAmount.unwrap(word) >> NONCE_SHIFT);
    }

    function isEffective(TimedAmount word) internal view returns (bool) {
        return hasCome(word.effectiveAt());
    }

    /// newAmount must be below 2^128, which every caller has checked.
    function withAmount(TimedAmount word, uint256 newAmount) internal pure returns (TimedAmount) {
        return TimedAmount.wrap((TimedAmount.unwrap(word) & ~AMOUNT_MASK) | newAmount);
    }

    function withEffectiveAt(TimedAmount word, uint40 time) internal pure returns (TimedAmount) {
        return _replaced(word, uint256(type(uint40).max) << TIME_SHIFT, uint256(time) << TIME_SHIFT);
    }

    function withMinNonce(TimedAmount word, uint64 nonce) internal pure returns (TimedAmount) {
        return _replaced(word, uint256(type(uint64).max) << NONCE_SHIFT, uint256(nonce) << NONCE_SHIFT);
    }

    function _replaced(TimedAmount word, uint256 mask, uint256 bits) private pure returns (TimedAmount) {
        return TimedAmount.wrap((TimedAmount.unwrap(word) & ~mask) | bits);
    }
}
