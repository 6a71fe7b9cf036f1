// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {REBATE_POOL} from "./ExchangeCodes.sol";
import {Vault} from "./Vault.sol";

/// The budget of rebates. The collector sets it aside itself, so a thief of the settling keys can give away no
/// more than that; taking it back takes as long as the timelock, so everybody who was promised a rebate sees it.
abstract contract Rebates is Vault {
    function fundRebates(address token, uint256 amount) external nonReentrant {
        if (msg.sender != collector) revert OnlyFeeCollector();
        _debit(msg.sender, token, amount);
        _credit(REBATE_POOL, token, amount);
        emit RebatesFunded(token, amount);
    }

    function releaseRebates(address token, uint256 amount) external onlyRole(DEFAULT_ADMIN_ROLE) nonReentrant {
        _debit(REBATE_POOL, token, amount);
        _credit(collector, token, amount);
        emit RebatesReleased(token, amount);
    }
}
