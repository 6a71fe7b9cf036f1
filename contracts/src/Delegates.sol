// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Delegate} from "./ExchangeTypes.sol";
import {Signatures} from "./Signatures.sol";
import {hasCome} from "./storage/TimedAmount.sol";

/// Keys that may sign orders for an account, and nothing else. A key belongs to one account for ever.
abstract contract Delegates is Signatures {
    /// The key consents by signing Delegation. An address that was ever funded is an account and never
    /// becomes a delegate; the fee collector counts as one.
    function addDelegate(
        address delegate,
        uint40 validUntil,
        uint32 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        _requireBefore(deadline);
        if (validUntil <= block.timestamp) revert ValidityPassed();
        Delegate storage entry = delegateEntries[delegate];
        bool eligible = delegate != address(0) &&
            delegate != msg.sender &&
            entry.account == address(0) &&
            !entry.funded;
        if (!eligible) revert DelegateNotEligible();
        bytes32 structHash = keccak256(abi.encode(DELEGATION_TYPEHASH, msg.sender, delegate, deadline));
        if (_recover(_typedDigest(structHash), v, r, s) != delegate) revert InvalidSignature();
        entry.account = msg.sender;
        entry.validUntil = validUntil;
        emit DelegateAdded(msg.sender, delegate, validUntil);
    }

    /// Takes effect after the waiting period; a repeated request keeps the earlier time.
    function removeDelegate(address delegate) external nonReentrant {
        Delegate storage entry = _ownDelegate(delegate);
        if (entry.revokedAt != 0) return;
        uint40 effectiveAt = _afterWaiting();
        entry.revokedAt = effectiveAt;
        emit DelegateRemoved(msg.sender, delegate, effectiveAt);
    }

    /// Takes effect at once, with the consent of a co-signer.
    function removeDelegateCoSigned(
        address delegate,
        uint32 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        _requireBefore(deadline);
        Delegate storage entry = _ownDelegate(delegate);
        _requireCoSigner(
            keccak256(abi.encode(DELEGATE_REMOVAL_TYPEHASH, msg.sender, delegate, deadline)),
            v,
            r,
            s
        );
        if (hasCome(entry.revokedAt)) return;
        uint40 effectiveAt = uint40(block.timestamp);
        entry.revokedAt = effectiveAt;
        emit DelegateRemoved(msg.sender, delegate, effectiveAt);
    }

    function _ownDelegate(address delegate) private view returns (Delegate storage entry) {
        entry = delegateEntries[delegate];
        if (entry.account != msg.sender) revert NotYourDelegate();
    }
}
