// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControl, IAccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ExchangeErrors, ExchangeEvents} from "./ExchangeEvents.sol";

/// Who may do what. The admin is meant to be a timelock of at least 48 h: granting and unpausing are slow,
/// stopping (pause, dropRole) is immediate and can't grant anything.
abstract contract Roles is
    AccessControlDefaultAdminRules,
    Pausable,
    ReentrancyGuardTransient,
    ExchangeEvents,
    ExchangeErrors
{
    bytes32 public constant SETTLER_ROLE = keccak256("SETTLER_ROLE");
    bytes32 public constant COSIGNER_ROLE = keccak256("COSIGNER_ROLE");
    bytes32 public constant LISTER_ROLE = keccak256("LISTER_ROLE");
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// Stops deposits and settlement. Leaving (withdrawals, exits, cancels) is never stopped.
    function pause() external onlyRole(GUARDIAN_ROLE) nonReentrant {
        _pause();
    }

    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) nonReentrant {
        _unpause();
    }

    /// Takes a stolen SETTLER or COSIGNER key out of service at once.
    function dropRole(bytes32 role, address holder) external onlyRole(GUARDIAN_ROLE) nonReentrant {
        if (role != SETTLER_ROLE && role != COSIGNER_ROLE) revert RoleNotDroppable();
        _revokeRole(role, holder);
    }

    function grantRole(bytes32 role, address account) public override nonReentrant {
        super.grantRole(role, account);
    }

    function revokeRole(bytes32 role, address account) public override nonReentrant {
        super.revokeRole(role, account);
    }

    function renounceRole(bytes32 role, address account) public override nonReentrant {
        super.renounceRole(role, account);
    }

    /// One key, one power: no address holds two of the four operating roles.
    function _grantRole(bytes32 role, address account) internal override returns (bool) {
        if (account == address(0)) revert ZeroAddress();
        if (role != DEFAULT_ADMIN_ROLE) {
            bool other = (role != SETTLER_ROLE && hasRole(SETTLER_ROLE, account)) ||
                (role != COSIGNER_ROLE && hasRole(COSIGNER_ROLE, account)) ||
                (role != LISTER_ROLE && hasRole(LISTER_ROLE, account)) ||
                (role != GUARDIAN_ROLE && hasRole(GUARDIAN_ROLE, account));
            if (other) revert RoleConflict();
        }
        return super._grantRole(role, account);
    }
}
