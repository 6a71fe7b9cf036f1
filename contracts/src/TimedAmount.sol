// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// An amount and the time from which on it is out of reach for trading (0: never), in one storage slot. For a
/// balance: what the account owns and when its exit takes effect. For an order: what it has given of its sold
/// token and when its cancellation takes effect. One word, so that writing it needs no reading before.
type TimedAmount is uint256;

using TimedAmounts for TimedAmount global;

library TimedAmounts {
    uint256 private constant AMOUNT_BITS = 128;
    uint256 private constant AMOUNT_MASK = type(uint128).max;

    function amount(TimedAmount word) internal pure returns (uint256) {
        return TimedAmount.unwrap(word) & AMOUNT_MASK;
    }

    function effectiveAt(TimedAmount word) internal pure returns (uint40) {
        return uint40(TimedAmount.unwrap(word) >> AMOUNT_BITS);
    }

    function isEffective(TimedAmount word) internal view returns (bool) {
        uint40 time = word.effectiveAt();
        return time != 0 && time <= block.timestamp;
    }

    /// newAmount must be below 2^128, which every caller has checked.
    function withAmount(TimedAmount word, uint256 newAmount) internal pure returns (TimedAmount) {
        return TimedAmount.wrap((TimedAmount.unwrap(word) & ~AMOUNT_MASK) | newAmount);
    }

    function withEffectiveAt(TimedAmount word, uint40 time) internal pure returns (TimedAmount) {
        return TimedAmount.wrap(word.amount() | (uint256(time) << AMOUNT_BITS));
    }
}
