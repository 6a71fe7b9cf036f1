// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ETHER} from "./ExchangeCodes.sol";
import {Vault} from "./Vault.sol";

/// The ways in.
abstract contract Deposits is Vault {
    using SafeERC20 for IERC20;

    receive() external payable {
        _depositEther(msg.sender);
    }

    function depositEther() external payable {
        _depositEther(msg.sender);
    }

    /// Pays into somebody else's account.
    function depositEtherFor(address account) external payable {
        _depositEther(account);
    }

    function depositToken(address token, uint256 amount) external {
        _depositToken(msg.sender, token, amount);
    }

    /// Pays into somebody else's account.
    function depositTokenFor(address account, address token, uint256 amount) external {
        _depositToken(account, token, amount);
    }

    function _depositEther(address account) private nonReentrant {
        _requireDepositor(account, ETHER, msg.value);
        _creditDeposit(account, ETHER, msg.value);
    }

    /// Credits only what has arrived: a token that takes a fee on the way or pays out of thin air is refused.
    function _depositToken(address account, address token, uint256 amount) private nonReentrant {
        if (token == ETHER) revert TokenUnknown();
        _requireDepositor(account, token, amount);
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 afterwards = IERC20(token).balanceOf(address(this));
        if (afterwards < before || afterwards - before != amount) revert UnexpectedTokenAmount();
        _creditDeposit(account, token, amount);
    }

    function _requireDepositor(address account, address token, uint256 amount) private view {
        if (depositsStopped) revert DepositsStopped();
        if (account == address(0)) revert ZeroAddress();
        if (amount == 0) revert ZeroAmount();
        if (amount > type(uint128).max) revert AmountTooLarge();
        if (!openForDeposits[token]) revert DepositsDisabled();
        if (delegateEntries[account].account != address(0)) revert AccountIsDelegate();
        if (accountBalances[account][token].effectiveAt() != 0) revert AccountIsExiting();
    }
}
