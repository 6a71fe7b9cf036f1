// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {WaitingMinNonce} from "./ExchangeTypes.sol";
import {Signatures} from "./Signatures.sol";
import {TimedAmount, hasCome} from "./storage/TimedAmount.sol";

/// Taking back all orders that sell a token at once: those whose nonce is below the minimum. It lies in the slot
/// of the balance, which settlement reads anyway, and never falls. Withdrawals are taken back one by one.
abstract contract MinimumNonces is Signatures {
    using BitMaps for BitMaps.BitMap;

    /// Waits until somebody applies it. A higher request replaces one that waits, with a new time; an equal or
    /// lower one changes nothing. One whose time has come is applied first, so that asking for more takes
    /// nothing away.
    function requestMinNonce(address token, uint64 minNonce) external nonReentrant {
        WaitingMinNonce storage waits = waitingMinNonces[msg.sender][token];
        if (hasCome(waits.effectiveAt)) _apply(msg.sender, token);
        bool raises = minNonce > waits.minNonce &&
            minNonce > accountBalances[msg.sender][token].minNonce();
        if (!raises) return;
        uint40 effectiveAt = _afterWaiting();
        waitingMinNonces[msg.sender][token] = WaitingMinNonce(minNonce, effectiveAt);
        emit MinNonceRequested(msg.sender, token, minNonce, effectiveAt);
    }

    /// By anybody, once its time has come.
    function applyMinNonce(address account, address token) external nonReentrant {
        if (!hasCome(waitingMinNonces[account][token].effectiveAt)) revert MinNonceNotReady();
        _apply(account, token);
    }

    /// At once, with the consent of a co-signer that nothing which is matched needs those orders.
    function raiseMinNonceCoSigned(
        address token,
        uint64 minNonce,
        uint32 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        _requireBefore(deadline);
        _requireCoSigner(
            keccak256(abi.encode(MINIMUM_NONCE_TYPEHASH, msg.sender, token, minNonce, deadline)),
            v,
            r,
            s
        );
        _raise(msg.sender, token, minNonce);
    }

    /// Withdrawals that the account signed, or that were co-signed for it, become void.
    function voidNonces(uint64[] calldata nonces) external nonReentrant {
        for (uint256 i = 0; i < nonces.length; ++i) {
            if (usedNonces[msg.sender].get(nonces[i])) continue;
            usedNonces[msg.sender].set(nonces[i]);
            emit NonceVoided(msg.sender, nonces[i]);
        }
    }

    function _apply(address account, address token) private {
        uint64 minNonce = waitingMinNonces[account][token].minNonce;
        delete waitingMinNonces[account][token];
        _raise(account, token, minNonce);
    }

    function _raise(address account, address token, uint64 minNonce) private {
        TimedAmount balance = accountBalances[account][token];
        if (minNonce <= balance.minNonce()) return;
        accountBalances[account][token] = balance.withMinNonce(minNonce);
        emit MinNonceRaised(account, token, minNonce);
    }
}
