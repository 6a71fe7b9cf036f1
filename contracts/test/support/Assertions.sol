// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Comparisons that say what differed. Forge takes a revert for a failure.
abstract contract Assertions {
    error Differs(string what, uint256 actual, uint256 expected);
    error DiffersBytes(string what, bytes32 actual, bytes32 expected);
    error Unfulfilled(string what);

    function eq(uint256 actual, uint256 expected, string memory what) internal pure {
        if (actual != expected) revert Differs(what, actual, expected);
    }

    function eq(address actual, address expected, string memory what) internal pure {
        if (actual != expected) revert DiffersBytes(what, toWord(actual), toWord(expected));
    }

    function eq32(bytes32 actual, bytes32 expected, string memory what) internal pure {
        if (actual != expected) revert DiffersBytes(what, actual, expected);
    }

    function holds(bool condition, string memory what) internal pure {
        if (!condition) revert Unfulfilled(what);
    }

    function toWord(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
