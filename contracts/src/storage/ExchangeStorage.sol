// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {Delegate, WaitingMinNonce} from "../ExchangeTypes.sol";
import {TimedAmount} from "./TimedAmount.sol";

/// Everything the exchange stores but its roles. It is the first base of the exchange, and the only one of the
/// lens with variables, so that the compiler gives each the same slot in both: the lens copies no number of a slot.
abstract contract ExchangeStorage {
    mapping(address account => mapping(address token => TimedAmount)) internal accountBalances;
    mapping(bytes32 fillKey => TimedAmount) internal orderFills;
    mapping(address delegate => Delegate) internal delegateEntries;
    BitMaps.BitMap internal settledTrades;
    mapping(address account => BitMaps.BitMap) internal usedNonces;
    mapping(address account => mapping(address token => WaitingMinNonce)) internal waitingMinNonces;
    address[] internal tokenList;
    mapping(address token => uint256 idPlusOne) internal tokenIdPlusOne;
    mapping(address token => bool) internal openForDeposits;
    mapping(address token => uint256) internal owed;
    mapping(address token => uint128) internal feeCaps;

    /// Everybody who was ever given the admin's role, the last one at the end.
    address[] internal admins;

    // One slot, and one more: settlement reads both once a batch.
    address internal collector;
    uint32 internal waiting;
    uint40 internal pausedUntil;

    uint40 internal pausableFrom;
    uint16 internal newestMaxFeeBps;
    uint16 internal formerMaxFeeBps;
    uint40 internal maxFeeFrom;
    bool internal depositsStopped;

    /// Where a balance is: settlement derives each such slot once an order, instead of once an access.
    function _balancesSlot(address account) internal pure returns (bytes32 slot) {
        assembly ("memory-safe") {
            slot := accountBalances.slot
        }
        return _slotOf(slot, account);
    }

    function _balanceSlot(bytes32 ofAccount, address token) internal pure returns (bytes32) {
        return _slotOf(ofAccount, token);
    }

    function _fillSlot(bytes32 fillKey) internal pure returns (bytes32 slot) {
        assembly ("memory-safe") {
            slot := orderFills.slot
        }
        return _mappedSlot(slot, fillKey);
    }

    /// The account is part of the key: the same terms signed by two accounts are two orders.
    function _fillKey(address account, bytes32 orderHash) internal pure returns (bytes32) {
        return _slotOf(orderHash, account);
    }

    /// The slot of what a mapping by address has for this one.
    function _slotOf(bytes32 mappingSlot, address key) internal pure returns (bytes32) {
        return _mappedSlot(mappingSlot, bytes32(uint256(uint160(key))));
    }

    /// The slot of a mapping's value (Solidity: layout of state variables in storage).
    function _mappedSlot(bytes32 mappingSlot, bytes32 key) internal pure returns (bytes32 slot) {
        assembly ("memory-safe") {
            mstore(0x00, key)
            mstore(0x20, mappingSlot)
            slot := keccak256(0x00, 0x40)
        }
    }

    function _load(bytes32 slot) internal view returns (TimedAmount word) {
        assembly ("memory-safe") {
            word := sload(slot)
        }
    }

    function _store(bytes32 slot, TimedAmount word) internal {
        assembly ("memory-safe") {
            sstore(slot, word)
        }
    }

    /// The fee limit in force: a lower one waits, so that it voids no trade that was matched before.
    function _maxFeeBps() internal view returns (uint256) {
        return block.timestamp < maxFeeFrom ? formerMaxFeeBps : newestMaxFeeBps;
    }
}
