// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {WithdrawalIn} from "./ExchangeTypes.sol";
import {Role, WithdrawalKind, WithdrawalReason} from "./ExchangeCodes.sol";
import {Signatures} from "./Signatures.sol";

/// Withdrawals that accounts sign and the operator submits, paid for by a fee in the withdrawn token. One bad
/// item never stops the others: each runs in a call of its own with a fixed amount of gas.
abstract contract OperatorWithdrawals is Signatures {
    using BitMaps for BitMaps.BitMap;

    uint256 private constant ITEM_GAS = 500_000;
    uint256 private constant ITEM_OVERHEAD_GAS = 30_000;
    uint256 private constant ETHER_RECEIVER_GAS = 100_000;

    uint8 private constant SCHEME_FULL = 0;
    uint8 private constant SCHEME_SHORT = 1;
    uint8 private constant SCHEME_SHORT_PERSONAL = 2;

    function withdrawForUsers(
        uint32 validUntil,
        WithdrawalIn[] calldata items
    ) external onlyRole(Role.SETTLER) nonReentrant {
        _requireBefore(validUntil);
        for (uint256 i = 0; i < items.length; ++i) {
            // A call gets at most 63/64 of the gas left; with less than the fixed amount, the submitter could
            // make an honest withdrawal fail by starving it.
            if (gasleft() - gasleft() / 64 < ITEM_GAS + ITEM_OVERHEAD_GAS) revert NotEnoughGas();
            uint8 reason;
            try this.executeWithdrawal{gas: ITEM_GAS}(items[i]) returns (uint8 outcome) {
                reason = outcome;
            } catch {
                reason = WithdrawalReason.TRANSFER_FAILED;
            }
            if (reason != WithdrawalReason.OK) {
                emit WithdrawalFailed(items[i].account, items[i].nonce, reason);
            }
        }
    }

    /// One item. Only this contract calls it, from within withdrawForUsers, whose guard is held: that is why this
    /// is the one function that moves money without its own. Refusals are returned before anything is written; a
    /// failed transfer reverts, which undoes everything.
    function executeWithdrawal(WithdrawalIn calldata item) external returns (uint8) {
        if (msg.sender != address(this)) revert OnlySelf();
        (uint8 reason, address receiver) = _checkWithdrawal(item);
        if (reason != WithdrawalReason.OK) return reason;

        usedNonces[item.account].set(item.nonce);
        _debitWithdrawal(item.account, item.token, item.amount, item.fee);
        emit Withdrawn(
            item.account,
            item.token,
            item.amount,
            item.fee,
            receiver,
            item.nonce,
            WithdrawalKind.OPERATOR_SUBMITTED
        );
        _payExactly(item.token, receiver, item.amount - item.fee, ETHER_RECEIVER_GAS);
        return WithdrawalReason.OK;
    }

    function _checkWithdrawal(
        WithdrawalIn calldata item
    ) private view returns (uint8 reason, address receiver) {
        bool full = item.scheme == SCHEME_FULL;
        receiver = full ? item.receiver : item.account;
        uint256 maxFee = full ? item.maxFee : _shortFormMaxFee(item.token, item.amount);

        if (usedNonces[item.account].get(item.nonce)) return (WithdrawalReason.NONCE_USED, receiver);
        if (full && block.timestamp > item.deadline) return (WithdrawalReason.DEADLINE, receiver);
        if (!_isSignedByAccount(item)) return (WithdrawalReason.SIGNATURE, receiver);
        if (item.amount > accountBalances[item.account][item.token].amount()) {
            return (WithdrawalReason.BALANCE, receiver);
        }
        if (item.fee > maxFee || maxFee > item.amount) return (WithdrawalReason.FEE, receiver);
        if (!_isReceiver(receiver)) return (WithdrawalReason.RECEIVER, receiver);
        return (WithdrawalReason.OK, receiver);
    }

    /// The short form names no fee, so the contract sets the limit. Rounded down.
    function _shortFormMaxFee(address token, uint256 amount) private view returns (uint256) {
        if (amount > type(uint128).max) return 0;
        uint256 share = (amount * _maxFeeBps()) / 10_000;
        uint256 cap = feeCaps[token];
        return share < cap ? share : cap;
    }

    function _isSignedByAccount(WithdrawalIn calldata item) private view returns (bool) {
        bytes32 digest;
        if (item.scheme == SCHEME_FULL) {
            digest = _typedDigest(
                keccak256(
                    abi.encode(
                        WITHDRAWAL_TYPEHASH,
                        item.account,
                        item.token,
                        item.amount,
                        item.maxFee,
                        item.receiver,
                        item.nonce,
                        item.deadline
                    )
                )
            );
        } else if (item.scheme == SCHEME_SHORT) {
            digest = _typedDigest(
                keccak256(abi.encode(SHORT_WITHDRAWAL_TYPEHASH, item.token, item.amount, item.nonce))
            );
        } else if (item.scheme == SCHEME_SHORT_PERSONAL && block.chainid == deployChainId) {
            digest = MessageHashUtils.toEthSignedMessageHash(
                keccak256(abi.encodePacked(item.token, item.amount, item.nonce, address(this)))
            );
        } else {
            return false;
        }
        address signer = _recoverCompact(digest, item.r, item.vs);
        return signer != address(0) && signer == item.account;
    }
}
