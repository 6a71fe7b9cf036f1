// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Permit2, TokenDeposits} from "./Permits.sol";

/// Deposits in one transaction, with a signature in place of an approval. It stores nothing, owns nothing between
/// two calls, takes tokens from nobody but the caller and credits nobody else, so there is nothing in it to
/// steal: the exchange needn't know it, and trusts it with nothing.
contract DepositRouter {
    using SafeERC20 for IERC20;

    TokenDeposits public immutable exchange;
    Permit2 public immutable permit2;

    constructor(TokenDeposits exchange_, Permit2 permit2_) {
        exchange = exchange_;
        permit2 = permit2_;
    }

    /// By a permit of the token (EIP-2612) for this router and exactly this amount.
    function depositWithPermit(
        address token,
        uint256 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        // Anybody who has seen the signature may have used it before us; then the allowance is there already,
        // and if it isn't, the transfer fails.
        try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        _deposit(token, amount);
    }

    /// By a signature for Permit2, which the caller has approved for the token once.
    function depositWithPermit2(
        Permit2.PermitTransferFrom calldata permit,
        uint256 amount,
        bytes calldata signature
    ) external {
        Permit2.SignatureTransferDetails memory transfer = Permit2.SignatureTransferDetails(address(this), amount);
        permit2.permitTransferFrom(permit, transfer, msg.sender, signature);
        _deposit(permit.permitted.token, amount);
    }

    function _deposit(address token, uint256 amount) private {
        IERC20(token).forceApprove(address(exchange), amount);
        exchange.depositTokenFor(msg.sender, token, amount);
    }
}
