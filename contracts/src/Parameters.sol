// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Limit, Role} from "./ExchangeCodes.sol";
import {Vault} from "./Vault.sol";

/// What the admin and the lister can change. No change moves a time that was already given to somebody, and none
/// voids a trade that was matched before.
abstract contract Parameters is Vault {
    /// Gives the token the next id, for ever, and opens it for deposits. Tokens that rebase or take a fee on
    /// transfer must never be listed.
    function registerToken(address token) external onlyRole(Role.LISTER) returns (uint16 id) {
        bool eligible = token != address(this) && token.code.length != 0 && tokenIdPlusOne[token] == 0;
        if (!eligible) revert TokenNotEligible();
        return _appendToken(token);
    }

    function setDepositsEnabled(address token, bool enabled) external onlyRole(Role.LISTER) {
        if (tokenIdPlusOne[token] == 0) revert TokenUnknown();
        openForDeposits[token] = enabled;
        emit DepositsEnabledChanged(token, enabled);
    }

    function setFeeCollector(address newFeeCollector) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setFeeCollector(newFeeCollector);
    }

    function setMaxFeeBps(uint16 newMaxFeeBps) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setMaxFeeBps(newMaxFeeBps);
    }

    function setWaitingPeriod(uint32 newWaitingPeriod) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setWaitingPeriod(newWaitingPeriod);
    }

    /// The most a short withdrawal pays, in base units of its token.
    function setWithdrawalFeeCap(address token, uint128 amount) external onlyRole(DEFAULT_ADMIN_ROLE) {
        feeCaps[token] = amount;
        emit WithdrawalFeeCapChanged(token, amount);
    }

    function _appendToken(address token) internal returns (uint16 id) {
        if (tokenList.length >= Limit.MAX_TOKENS) revert TokenNotEligible();
        id = uint16(tokenList.length);
        tokenList.push(token);
        tokenIdPlusOne[token] = tokenList.length;
        openForDeposits[token] = true;
        emit TokenRegistered(id, token);
        emit DepositsEnabledChanged(token, true);
    }

    /// Trades of the collector's account don't settle, so it must be an account that can have none: an address
    /// that nobody ever paid into. One that collected before is marked like that too.
    function _setFeeCollector(address newFeeCollector) internal {
        if (newFeeCollector == address(0)) revert ZeroAddress();
        bool used = delegateEntries[newFeeCollector].funded ||
            delegateEntries[newFeeCollector].account != address(0);
        if (used) revert CollectorNotEligible();
        delegateEntries[newFeeCollector].funded = true;
        collector = newFeeCollector;
        emit FeeCollectorChanged(newFeeCollector);
    }

    /// A limit below the one in force waits; one above it replaces it at once, and what waited with it.
    function _setMaxFeeBps(uint16 newMaxFeeBps) internal {
        if (newMaxFeeBps > Limit.MAX_FEE_BPS) revert ParameterOutOfRange();
        uint16 inForce = uint16(_maxFeeBps());
        uint40 effectiveAt = newMaxFeeBps < inForce ? _afterWaiting() : uint40(block.timestamp);
        formerMaxFeeBps = inForce;
        newestMaxFeeBps = newMaxFeeBps;
        maxFeeFrom = effectiveAt;
        emit MaxFeeChanged(newMaxFeeBps, effectiveAt);
    }

    /// A pause must end long before an exit that waits for the shorter of the two periods. So a shorter period
    /// shortens a pause, and after a longer one no pause begins until the exits that wait for the former are due.
    function _setWaitingPeriod(uint32 newWaitingPeriod) internal {
        if (newWaitingPeriod < Limit.MIN_WAITING_PERIOD || newWaitingPeriod > Limit.MAX_WAITING_PERIOD) {
            revert ParameterOutOfRange();
        }
        uint40 latest = uint40(block.timestamp) + newWaitingPeriod / Limit.PAUSE_SHARE;
        if (pausedUntil > latest) {
            pausedUntil = latest;
            emit SettlementPaused(latest);
        }
        uint40 allDue = _afterWaiting();
        if (newWaitingPeriod > waiting && pausableFrom < allDue) pausableFrom = allDue;
        waiting = newWaitingPeriod;
        emit WaitingPeriodChanged(newWaitingPeriod);
    }
}
