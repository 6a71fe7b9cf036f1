// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {WithdrawalKind} from "./ExchangeCodes.sol";
import {TimedAmount} from "./storage/TimedAmount.sol";
import {Vault} from "./Vault.sol";

/// The way out that needs nobody: ask, wait, leave with everything or in parts. Never pausable, and no parameter
/// changes a time that has been given. An exit goes for the whole token: nothing of it is deposited from the request
/// on, and nothing sold once it takes effect. What is bought is still credited.
abstract contract Exits is Vault {
    /// A repeated request keeps the earlier time.
    function requestExit(address[] calldata exitTokens) external nonReentrant {
        uint40 effectiveAt = _afterWaiting();
        for (uint256 i = 0; i < exitTokens.length; ++i) {
            TimedAmount balance = accountBalances[msg.sender][exitTokens[i]];
            if (balance.effectiveAt() != 0) continue;
            accountBalances[msg.sender][exitTokens[i]] = balance.withEffectiveAt(effectiveAt);
            emit ExitRequested(msg.sender, exitTokens[i], effectiveAt);
        }
    }

    function cancelExit(address[] calldata exitTokens) external nonReentrant {
        for (uint256 i = 0; i < exitTokens.length; ++i) {
            TimedAmount balance = accountBalances[msg.sender][exitTokens[i]];
            if (balance.effectiveAt() == 0) continue;
            accountBalances[msg.sender][exitTokens[i]] = balance.withEffectiveAt(0);
            emit ExitCancelled(msg.sender, exitTokens[i]);
        }
    }

    /// Pays an amount, or everything if it is type(uint256).max. The exit stays in force, so the rest and what
    /// is credited later can leave at once. The account is debited what the contract has really lost: were a
    /// token's charge for the transfer left to others, the last of them could not leave.
    function withdrawExit(address token, uint256 amount, address receiver) external nonReentrant {
        _requireReceiver(receiver);
        TimedAmount balance = accountBalances[msg.sender][token];
        if (!balance.isEffective()) revert ExitNotReady();
        if (amount == type(uint256).max) amount = balance.amount();
        if (amount == 0) revert ZeroAmount();
        _debitWithdrawal(msg.sender, token, amount, 0);
        uint256 lost = _pay(token, receiver, amount, gasleft());
        if (lost < amount) revert UnexpectedTokenAmount();
        if (lost > amount) _debitWithdrawal(msg.sender, token, lost - amount, 0);
        emit Withdrawn(msg.sender, token, lost, 0, receiver, 0, WithdrawalKind.EXIT);
    }
}
