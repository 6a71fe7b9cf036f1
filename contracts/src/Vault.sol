// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Hashes} from "@openzeppelin/contracts/utils/cryptography/Hashes.sol";
import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {Delegate} from "./ExchangeTypes.sol";
import {Roles} from "./Roles.sol";
import {TimedAmount} from "./TimedAmount.sol";

/// The storage of the exchange, its getters, and the only functions that change what an account owns outside
/// of settlement. ETH is the zero address and token id 0.
abstract contract Vault is Roles {
    using SafeERC20 for IERC20;
    using BitMaps for BitMaps.BitMap;

    address internal constant ETHER = address(0);

    mapping(address account => mapping(address token => TimedAmount)) internal accountBalances;
    mapping(bytes32 fillKey => TimedAmount) internal orderFills;
    mapping(address delegate => Delegate) public delegates;
    BitMaps.BitMap internal settledTrades;
    mapping(address account => BitMaps.BitMap) internal usedNonces;
    address[] public tokens;
    mapping(address token => uint256 idPlusOne) internal tokenIdPlusOne;
    mapping(address token => bool) public depositsEnabled;
    mapping(address token => uint256) public totalLiabilities;
    mapping(address token => uint128) public withdrawalFeeCap;

    address public feeCollector;
    uint32 public waitingPeriod;
    uint16 public maxFeeBps;
    uint256 public immutable deployChainId = block.chainid;

    function getBalance(address token, address account) external view returns (uint256) {
        return accountBalances[account][token].amount();
    }

    /// exitAt is 0 while no exit is requested.
    function balances(address account, address token) external view returns (uint128 amount, uint40 exitAt) {
        TimedAmount balance = accountBalances[account][token];
        return (uint128(balance.amount()), balance.effectiveAt());
    }

    /// What an order has given of its sold token, and when its cancellation takes effect (0: not canceled).
    /// orderHash is the EIP-712 digest in both signature formats.
    function orderFill(
        address account,
        bytes32 orderHash
    ) external view returns (uint128 sold, uint40 cancelAt) {
        TimedAmount fill = orderFills[_fillKey(account, orderHash)];
        return (uint128(fill.amount()), fill.effectiveAt());
    }

    function isTradeSettled(uint64 tradeId) external view returns (bool) {
        return settledTrades.get(tradeId);
    }

    function isNonceUsed(address account, uint64 nonce) external view returns (bool) {
        return usedNonces[account].get(nonce);
    }

    function tokenCount() external view returns (uint256) {
        return tokens.length;
    }

    function tokenIdOf(address token) external view returns (uint16) {
        uint256 idPlusOne = tokenIdPlusOne[token];
        if (idPlusOne == 0) revert TokenUnknown();
        return uint16(idPlusOne - 1);
    }

    /// The account is part of the key: the same terms signed by two accounts are two orders.
    function _fillKey(address account, bytes32 orderHash) internal pure returns (bytes32) {
        return Hashes.efficientKeccak256(bytes32(uint256(uint160(account))), orderHash);
    }

    /// The time from which on a request made now takes effect without anybody's consent.
    function _afterWaiting() internal view returns (uint40) {
        return uint40(block.timestamp) + waitingPeriod;
    }

    function _useNonce(address account, uint64 nonce) internal {
        if (usedNonces[account].get(nonce)) revert NonceUsed();
        usedNonces[account].set(nonce);
    }

    /// totalLiabilities stays below 2^128, so no balance can overflow, whatever trades move around.
    function _creditDeposit(address account, address token, uint256 amount) internal {
        uint256 total = totalLiabilities[token] + amount;
        if (total > type(uint128).max) revert AmountTooLarge();
        totalLiabilities[token] = total;
        TimedAmount balance = accountBalances[account][token];
        accountBalances[account][token] = balance.withAmount(balance.amount() + amount);
        if (!delegates[account].funded) delegates[account].funded = true;
        emit Deposited(account, token, amount, msg.sender);
    }

    /// Takes amount from the account; what is left after the fee leaves the contract (the caller pays it).
    function _debitWithdrawal(address account, address token, uint256 amount, uint256 fee) internal {
        TimedAmount balance = accountBalances[account][token];
        if (amount > balance.amount()) revert InsufficientBalance();
        accountBalances[account][token] = balance.withAmount(balance.amount() - amount);
        if (fee != 0) {
            TimedAmount collected = accountBalances[feeCollector][token];
            accountBalances[feeCollector][token] = collected.withAmount(collected.amount() + fee);
        }
        totalLiabilities[token] -= amount - fee;
    }

    function _requireReceiver(address receiver) internal view {
        if (receiver == address(0) || receiver == address(this)) revert BadReceiver();
    }

    /// Pays with all the gas of the call: whoever calls pays for it.
    function _pay(address token, address receiver, uint256 amount) internal {
        if (token != ETHER) {
            IERC20(token).safeTransfer(receiver, amount);
        } else if (!_sendEther(receiver, amount, gasleft())) {
            revert TransferFailed();
        }
    }

    /// A call that never copies what it returns, so a receiver can't make us pay for its answer.
    function _sendEther(address receiver, uint256 amount, uint256 gasLimit) internal returns (bool sent) {
        assembly ("memory-safe") {
            sent := call(gasLimit, receiver, amount, 0, 0, 0, 0)
        }
    }
}
