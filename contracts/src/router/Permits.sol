// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Uniswap's Permit2, as far as the router calls it (SignatureTransfer). It lies at the same address on every
/// chain that has it.
interface Permit2 {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external;
}

/// Where the router pays in.
interface TokenDeposits {
    function depositTokenFor(address account, address token, uint256 amount) external;
}
