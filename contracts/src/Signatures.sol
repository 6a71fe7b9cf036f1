// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {Vault} from "./Vault.sol";

/// The statements that can be signed, and how each is hashed (EIP-712; personal form for orders and short
/// withdrawals only). The scheme is chosen by a flag, never by v.
abstract contract Signatures is Vault, EIP712 {
    bytes32 internal constant ORDER_TYPEHASH =
        keccak256(
            "Order(address sellTokenAddress,uint128 sellTokenAmount,address buyTokenAddress,uint128 buyTokenAmount,uint32 expiry,uint64 nonce)"
        );
    bytes32 internal constant WITHDRAWAL_TYPEHASH =
        keccak256(
            "Withdrawal(address account,address token,uint256 amount,uint256 maxFee,address receiver,uint64 nonce,uint32 deadline)"
        );
    bytes32 internal constant SHORT_WITHDRAWAL_TYPEHASH =
        keccak256("Withdrawal(address token,uint256 amount,uint64 nonce)");
    bytes32 internal constant ARBITER_WITHDRAWAL_TYPEHASH =
        keccak256(
            "ArbiterWithdrawal(address account,address token,uint256 amount,address receiver,uint64 nonce,uint32 deadline)"
        );
    bytes32 internal constant ORDER_CANCELLATION_TYPEHASH =
        keccak256("OrderCancellation(address account,bytes32[] orderHashes,uint32 deadline)");
    bytes32 internal constant DELEGATION_TYPEHASH =
        keccak256("Delegation(address account,address delegate,uint32 deadline)");
    bytes32 internal constant DELEGATE_REMOVAL_TYPEHASH =
        keccak256("DelegateRemoval(address account,address delegate,uint32 deadline)");

    function domainSeparator() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// The canonical hash of an order: its EIP-712 digest, also when it is signed in the personal form.
    function hashOrder(
        address sellToken,
        uint128 sellAmount,
        address buyToken,
        uint128 buyAmount,
        uint32 expiry,
        uint64 nonce
    ) external view returns (bytes32) {
        return
            _orderDigest(_domainSeparatorV4(), sellToken, sellAmount, buyToken, buyAmount, expiry, nonce);
    }

    /// What the personal form of an order signs.
    function hashPersonalOrder(
        address sellToken,
        uint128 sellAmount,
        address buyToken,
        uint128 buyAmount,
        uint32 expiry,
        uint64 nonce
    ) external view returns (bytes32) {
        return _personalOrderDigest(sellToken, sellAmount, buyToken, buyAmount, expiry, nonce);
    }

    function _orderDigest(
        bytes32 separator,
        address sellToken,
        uint256 sellAmount,
        address buyToken,
        uint256 buyAmount,
        uint256 expiry,
        uint256 nonce
    ) internal pure returns (bytes32) {
        return
            MessageHashUtils.toTypedDataHash(
                separator,
                keccak256(
                    abi.encode(ORDER_TYPEHASH, sellToken, sellAmount, buyToken, buyAmount, expiry, nonce)
                )
            );
    }

    function _personalOrderDigest(
        address sellToken,
        uint128 sellAmount,
        address buyToken,
        uint128 buyAmount,
        uint32 expiry,
        uint64 nonce
    ) internal view returns (bytes32) {
        return
            MessageHashUtils.toEthSignedMessageHash(
                keccak256(
                    abi.encodePacked(sellToken, sellAmount, buyToken, buyAmount, expiry, nonce, address(this))
                )
            );
    }

    /// The zero address if the signature is malformed (high s, v other than 27 or 28, no such point).
    function _recover(bytes32 digest, uint8 v, bytes32 r, bytes32 s) internal pure returns (address signer) {
        (signer, , ) = ECDSA.tryRecover(digest, v, r, s);
    }

    function _recoverCompact(bytes32 digest, bytes32 r, bytes32 vs) internal pure returns (address signer) {
        (signer, , ) = ECDSA.tryRecover(digest, r, vs);
    }

    function _requireCoSigner(bytes32 structHash, uint8 v, bytes32 r, bytes32 s) internal view {
        address signer = _recover(_hashTypedDataV4(structHash), v, r, s);
        if (signer == address(0) || !hasRole(COSIGNER_ROLE, signer)) revert InvalidSignature();
    }

    function _requireBefore(uint256 deadline) internal view {
        if (block.timestamp > deadline) revert DeadlinePassed();
    }
}
