// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {WithdrawalKind} from "./ExchangeCodes.sol";
import {TimedAmount} from "./TimedAmount.sol";
import {Vault} from "./Vault.sol";

/// The way out that needs nobody: ask, wait, leave with everything. Never pausable, and no parameter changes
/// a time that has been given.
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

    /// Pays the whole balance. The exit stays in force, so what is credited later can leave at once.
    function withdrawExit(address token, address receiver) external nonReentrant {
        _requireReceiver(receiver);
        TimedAmount balance = accountBalances[msg.sender][token];
        if (!balance.isEffective()) revert ExitNotReady();
        uint256 amount = balance.amount();
        if (amount == 0) revert ZeroAmount();
        _debitWithdrawal(msg.sender, token, amount, 0);
        emit Withdrawn(msg.sender, token, amount, 0, receiver, 0, WithdrawalKind.EXIT);
        _pay(token, receiver, amount);
    }
}
