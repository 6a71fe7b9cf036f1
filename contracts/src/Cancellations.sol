// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Role} from "./ExchangeCodes.sol";
import {Signatures} from "./Signatures.sol";
import {TimedAmount} from "./storage/TimedAmount.sol";

/// Taking back an order: alone after the waiting period, or at once with the consent of the other side.
abstract contract Cancellations is Signatures {
    /// A repeated request keeps the earlier time.
    function cancelOrders(bytes32[] calldata orderHashes) external nonReentrant {
        uint40 effectiveAt = _afterWaiting();
        for (uint256 i = 0; i < orderHashes.length; ++i) {
            bytes32 key = _fillKey(msg.sender, orderHashes[i]);
            TimedAmount fill = orderFills[key];
            if (fill.effectiveAt() != 0) continue;
            orderFills[key] = fill.withEffectiveAt(effectiveAt);
            emit OrderCancelled(msg.sender, orderHashes[i], effectiveAt);
        }
    }

    /// The account submits, a co-signer consents.
    function cancelOrdersCoSigned(
        bytes32[] calldata orderHashes,
        uint32 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        _requireBefore(deadline);
        _requireCoSigner(_cancellationHash(msg.sender, orderHashes, deadline), v, r, s);
        _cancelNow(msg.sender, orderHashes);
    }

    /// The operator submits, the account has signed.
    function cancelOrdersFor(
        address account,
        bytes32[] calldata orderHashes,
        uint32 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external onlyRole(Role.SETTLER) nonReentrant {
        _requireBefore(deadline);
        bytes32 digest = _typedDigest(_cancellationHash(account, orderHashes, deadline));
        address signer = _recover(digest, v, r, s);
        if (signer == address(0) || signer != account) revert InvalidSignature();
        _cancelNow(account, orderHashes);
    }

    function _cancellationHash(
        address account,
        bytes32[] calldata orderHashes,
        uint32 deadline
    ) private pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    ORDER_CANCELLATION_TYPEHASH,
                    account,
                    keccak256(abi.encodePacked(orderHashes)),
                    deadline
                )
            );
    }

    function _cancelNow(address account, bytes32[] calldata orderHashes) private {
        uint40 effectiveAt = uint40(block.timestamp);
        for (uint256 i = 0; i < orderHashes.length; ++i) {
            bytes32 key = _fillKey(account, orderHashes[i]);
            TimedAmount fill = orderFills[key];
            if (fill.isEffective()) continue;
            orderFills[key] = fill.withEffectiveAt(effectiveAt);
            emit OrderCancelled(account, orderHashes[i], effectiveAt);
        }
    }
}
