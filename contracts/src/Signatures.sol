// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {Role} from "./ExchangeCodes.sol";
import {Vault} from "./Vault.sol";

/// The statements that can be signed, and how each is hashed (EIP-712; personal form for orders and short
/// withdrawals only). The scheme is chosen by a flag, never by v.
abstract contract Signatures is Vault {
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
    bytes32 internal constant MINIMUM_NONCE_TYPEHASH =
        keccak256("MinimumNonce(address account,address token,uint64 minNonce,uint32 deadline)");
    bytes32 internal constant DELEGATION_TYPEHASH =
        keccak256("Delegation(address account,address delegate,uint32 deadline)");
    bytes32 internal constant DELEGATE_REMOVAL_TYPEHASH =
        keccak256("DelegateRemoval(address account,address delegate,uint32 deadline)");
    bytes32 internal constant BATCH_TYPEHASH =
        keccak256("Batch(uint64 batchId,uint32 validUntil,bytes32 ordersHash,bytes32 tradesHash)");

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant VERSION_HASH = keccak256("1");

    uint256 public immutable deployChainId = block.chainid;
    bytes32 private immutable nameHash;

    constructor(string memory name) {
        nameHash = keccak256(bytes(name));
    }

    /// Made anew in each call, which costs a batch less than 300 gas: a fork of the chain has another.
    function domainSeparator() public view returns (bytes32) {
        return
            keccak256(abi.encode(DOMAIN_TYPEHASH, nameHash, VERSION_HASH, block.chainid, address(this)));
    }

    function _typedDigest(bytes32 structHash) internal view returns (bytes32) {
        return MessageHashUtils.toTypedDataHash(domainSeparator(), structHash);
    }

    /// The zero address if the signature is malformed (high s, v other than 27 or 28, no such point).
    function _recover(bytes32 digest, uint8 v, bytes32 r, bytes32 s) internal pure returns (address signer) {
        (signer, , ) = ECDSA.tryRecover(digest, v, r, s);
    }

    function _recoverCompact(bytes32 digest, bytes32 r, bytes32 vs) internal pure returns (address signer) {
        (signer, , ) = ECDSA.tryRecover(digest, r, vs);
    }

    /// The zero address has no role (see _grantRole), so a malformed signature is nobody's.
    function _requireCoSigner(bytes32 structHash, uint8 v, bytes32 r, bytes32 s) internal view {
        if (!hasRole(Role.COSIGNER, _recover(_typedDigest(structHash), v, r, s))) revert InvalidSignature();
    }

    function _requireBefore(uint256 deadline) internal view {
        if (block.timestamp > deadline) revert DeadlinePassed();
    }
}
