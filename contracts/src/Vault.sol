// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {ETHER} from "./ExchangeCodes.sol";
import {Roles} from "./Roles.sol";
import {TimedAmount} from "./storage/TimedAmount.sol";

/// What credits, debits and pays outside of settlement.
abstract contract Vault is Roles {
    using SafeERC20 for IERC20;
    using BitMaps for BitMaps.BitMap;

    function getBalance(address token, address account) external view returns (uint256) {
        return accountBalances[account][token].amount();
    }

    /// The only view besides getBalance, the domain and the roles: the lens reads everything else through it.
    function readSlot(bytes32 slot) external view returns (bytes32 word) {
        assembly ("memory-safe") {
            word := sload(slot)
        }
    }

    function _useNonce(address account, uint64 nonce) internal {
        if (usedNonces[account].get(nonce)) revert NonceUsed();
        usedNonces[account].set(nonce);
    }

    /// What is owed of a token stays below 2^128, so no balance can overflow, whatever trades move around.
    function _creditDeposit(address account, address token, uint256 amount) internal {
        uint256 total = owed[token] + amount;
        if (total > type(uint128).max) revert AmountTooLarge();
        owed[token] = total;
        _credit(account, token, amount);
        if (!delegateEntries[account].funded) delegateEntries[account].funded = true;
        emit Deposited(account, token, amount, msg.sender);
    }

    /// Takes amount from the account; what is left after the fee leaves the contract (the caller pays it).
    function _debitWithdrawal(address account, address token, uint256 amount, uint256 fee) internal {
        _debit(account, token, amount);
        if (fee != 0) _credit(collector, token, fee);
        owed[token] -= amount - fee;
    }

    function _credit(address account, address token, uint256 amount) internal {
        TimedAmount balance = accountBalances[account][token];
        accountBalances[account][token] = balance.withAmount(balance.amount() + amount);
    }

    function _debit(address account, address token, uint256 amount) internal {
        TimedAmount balance = accountBalances[account][token];
        if (amount > balance.amount()) revert InsufficientBalance();
        accountBalances[account][token] = balance.withAmount(balance.amount() - amount);
    }

    function _requireReceiver(address receiver) internal view {
        if (!_isReceiver(receiver)) revert BadReceiver();
    }

    function _isReceiver(address receiver) internal view returns (bool) {
        return receiver != address(0) && receiver != address(this);
    }

    /// Pays, and answers how much the contract has really lost by it: a token may charge its sender on top, and
    /// what is taken beyond the amount belongs to others. gasLimit is for a receiver of ETH. Nobody is called
    /// to pay nothing.
    function _pay(
        address token,
        address receiver,
        uint256 amount,
        uint256 gasLimit
    ) internal returns (uint256 lost) {
        if (amount == 0) return 0;
        if (token == ETHER) {
            if (!_sendEther(receiver, amount, gasLimit)) revert TransferFailed();
            return amount;
        }
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransfer(receiver, amount);
        uint256 afterwards = IERC20(token).balanceOf(address(this));
        if (afterwards > before) revert UnexpectedTokenAmount();
        return before - afterwards;
    }

    function _payExactly(address token, address receiver, uint256 amount, uint256 gasLimit) internal {
        if (_pay(token, receiver, amount, gasLimit) != amount) revert UnexpectedTokenAmount();
    }

    /// A call that never copies what it returns, so a receiver can't make us pay for its answer.
    function _sendEther(address receiver, uint256 amount, uint256 gasLimit) private returns (bool sent) {
        assembly ("memory-safe") {
            sent := call(gasLimit, receiver, amount, 0, 0, 0, 0)
        }
    }
}
