// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ExchangeConfig} from "./ExchangeTypes.sol";
import {Cancellations} from "./Cancellations.sol";
import {Delegates} from "./Delegates.sol";
import {Deposits} from "./Deposits.sol";
import {Exits} from "./Exits.sol";
import {OperatorWithdrawals} from "./OperatorWithdrawals.sol";
import {Parameters} from "./Parameters.sol";
import {Settlement} from "./Settlement.sol";
import {Withdrawals} from "./Withdrawals.sol";

/// Custody and settlement of the exchange. The operator orders and censors trades; it never moves funds without
/// a signature of their owner, never on worse terms than signed, and never keeps anybody from leaving after the
/// waiting period. No proxy, no delegatecall.
contract Exchange is
    Deposits,
    Exits,
    Withdrawals,
    OperatorWithdrawals,
    Cancellations,
    Delegates,
    Settlement,
    Parameters
{
    constructor(
        ExchangeConfig memory config
    ) EIP712(config.name, "1") AccessControlDefaultAdminRules(config.adminDelay, config.admin) {
        _grantRole(SETTLER_ROLE, config.settler);
        _grantRole(COSIGNER_ROLE, config.coSigner);
        _grantRole(LISTER_ROLE, config.lister);
        _grantRole(GUARDIAN_ROLE, config.guardian);
        _setFeeCollector(config.feeCollector);
        _setMaxFeeBps(config.maxFeeBps);
        _setWaitingPeriod(config.waitingPeriod);
        _appendToken(ETHER);
    }
}
