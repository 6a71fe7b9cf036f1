// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Limit, Role} from "./ExchangeCodes.sol";
import {ExchangeErrors, ExchangeEvents} from "./ExchangeEvents.sol";
import {ExchangeStorage} from "./storage/ExchangeStorage.sol";

/// Who may do what. The admin is meant to be a timelock of at least 48 h: granting and resuming are slow,
/// stopping (pauses, dropRole) is immediate and can't grant anything.
abstract contract Roles is
    ExchangeStorage,
    AccessControl,
    ReentrancyGuardTransient,
    ExchangeEvents,
    ExchangeErrors
{
    /// Ends by itself long before an exit could that was asked for during it, and can't be repeated before the
    /// waiting period is over: whoever has the guardian's key can't keep matched trades from settling until
    /// their accounts have left.
    function pauseSettlement() external onlyRole(Role.GUARDIAN) {
        if (block.timestamp < pausableFrom) revert PausedRecently();
        uint40 until = uint40(block.timestamp) + waiting / Limit.PAUSE_SHARE;
        pausedUntil = until;
        pausableFrom = _afterWaiting();
        emit SettlementPaused(until);
    }

    function resumeSettlement() external onlyRole(DEFAULT_ADMIN_ROLE) {
        pausedUntil = 0;
        emit SettlementResumed();
    }

    /// Deposits stay stopped until the admin resumes them; nothing else depends on them.
    function pauseDeposits() external onlyRole(Role.GUARDIAN) {
        depositsStopped = true;
        emit DepositsPaused();
    }

    function resumeDeposits() external onlyRole(DEFAULT_ADMIN_ROLE) {
        depositsStopped = false;
        emit DepositsResumed();
    }

    /// Takes a stolen key that signs out of service at once.
    function dropRole(bytes32 role, address holder) external onlyRole(Role.GUARDIAN) {
        if (role != Role.SETTLER && role != Role.ATTESTER && role != Role.COSIGNER) {
            revert RoleNotDroppable();
        }
        _revokeRole(role, holder);
    }

    /// One key, one power: no address holds two of the five operating roles.
    function _grantRole(bytes32 role, address account) internal override returns (bool) {
        if (account == address(0)) revert ZeroAddress();
        if (role == DEFAULT_ADMIN_ROLE) {
            if (!hasRole(role, account)) admins.push(account);
        } else {
            bytes32[5] memory operating = [
                Role.SETTLER,
                Role.ATTESTER,
                Role.COSIGNER,
                Role.LISTER,
                Role.GUARDIAN
            ];
            for (uint256 i = 0; i < operating.length; ++i) {
                if (operating[i] != role && hasRole(operating[i], account)) revert RoleConflict();
            }
        }
        return super._grantRole(role, account);
    }

    /// The time from which on a request made now takes effect without anybody's consent.
    function _afterWaiting() internal view returns (uint40) {
        return uint40(block.timestamp) + waiting;
    }
}
