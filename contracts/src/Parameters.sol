// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Vault} from "./Vault.sol";

/// What the admin and the lister can change. No change moves a time that was already given to somebody.
abstract contract Parameters is Vault {
    uint16 public constant MAX_FEE_BPS_LIMIT = 500;
    uint32 public constant MIN_WAITING_PERIOD = 1 hours;
    uint32 public constant MAX_WAITING_PERIOD = 7 days;
    uint256 private constant MAX_TOKENS = 65_535;

    /// Gives the token the next id, for ever, and opens it for deposits. Tokens that rebase or take a fee on
    /// transfer must never be listed.
    function registerToken(address token) external onlyRole(LISTER_ROLE) nonReentrant returns (uint16 id) {
        bool eligible = token != address(this) && token.code.length != 0 && tokenIdPlusOne[token] == 0;
        if (!eligible) revert TokenNotEligible();
        return _appendToken(token);
    }

    function setDepositsEnabled(address token, bool enabled) external onlyRole(LISTER_ROLE) nonReentrant {
        if (tokenIdPlusOne[token] == 0) revert TokenUnknown();
        depositsEnabled[token] = enabled;
        emit DepositsEnabledChanged(token, enabled);
    }

    function setFeeCollector(address newFeeCollector) external onlyRole(DEFAULT_ADMIN_ROLE) nonReentrant {
        _setFeeCollector(newFeeCollector);
    }

    function setMaxFeeBps(uint16 newMaxFeeBps) external onlyRole(DEFAULT_ADMIN_ROLE) nonReentrant {
        _setMaxFeeBps(newMaxFeeBps);
    }

    function setWaitingPeriod(uint32 newWaitingPeriod) external onlyRole(DEFAULT_ADMIN_ROLE) nonReentrant {
        _setWaitingPeriod(newWaitingPeriod);
    }

    /// The most a short withdrawal pays, in base units of its token.
    function setWithdrawalFeeCap(
        address token,
        uint128 amount
    ) external onlyRole(DEFAULT_ADMIN_ROLE) nonReentrant {
        withdrawalFeeCap[token] = amount;
        emit WithdrawalFeeCapChanged(token, amount);
    }

    function _appendToken(address token) internal returns (uint16 id) {
        if (tokens.length >= MAX_TOKENS) revert TokenNotEligible();
        id = uint16(tokens.length);
        tokens.push(token);
        tokenIdPlusOne[token] = tokens.length;
        depositsEnabled[token] = true;
        emit TokenRegistered(id, token);
        emit DepositsEnabledChanged(token, true);
    }

    function _setFeeCollector(address newFeeCollector) internal {
        if (newFeeCollector == address(0)) revert ZeroAddress();
        if (delegates[newFeeCollector].account != address(0)) revert AccountIsDelegate();
        // Marked as an account, so that it can't become a delegate after it ceased to collect.
        delegates[newFeeCollector].funded = true;
        feeCollector = newFeeCollector;
        emit FeeCollectorChanged(newFeeCollector);
    }

    function _setMaxFeeBps(uint16 newMaxFeeBps) internal {
        if (newMaxFeeBps > MAX_FEE_BPS_LIMIT) revert ParameterOutOfRange();
        maxFeeBps = newMaxFeeBps;
        emit MaxFeeChanged(newMaxFeeBps);
    }

    function _setWaitingPeriod(uint32 newWaitingPeriod) internal {
        if (newWaitingPeriod < MIN_WAITING_PERIOD || newWaitingPeriod > MAX_WAITING_PERIOD) {
            revert ParameterOutOfRange();
        }
        waitingPeriod = newWaitingPeriod;
        emit WaitingPeriodChanged(newWaitingPeriod);
    }
}
