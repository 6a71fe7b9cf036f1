// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ETHER, REBATE_POOL, Role} from "./ExchangeCodes.sol";
import {ExchangeConfig} from "./ExchangeTypes.sol";
import {Cancellations} from "./Cancellations.sol";
import {Delegates} from "./Delegates.sol";
import {Deposits} from "./Deposits.sol";
import {Exits} from "./Exits.sol";
import {MinimumNonces} from "./MinimumNonces.sol";
import {OperatorWithdrawals} from "./OperatorWithdrawals.sol";
import {Parameters} from "./Parameters.sol";
import {Rebates} from "./Rebates.sol";
import {Settlement} from "./Settlement.sol";
import {Signatures} from "./Signatures.sol";
import {Withdrawals} from "./Withdrawals.sol";

/// Custody and settlement of the exchange. The operator orders and censors trades; it never moves funds without
/// a signature of their owner, never on worse terms than signed, and never keeps anybody from leaving after the
/// waiting period. No proxy, no delegatecall. Views are in ExchangeLens.
contract Exchange is
    Deposits,
    Exits,
    Withdrawals,
    OperatorWithdrawals,
    Cancellations,
    MinimumNonces,
    Delegates,
    Settlement,
    Rebates,
    Parameters
{
    constructor(ExchangeConfig memory config) Signatures(config.name) {
        _grantRole(DEFAULT_ADMIN_ROLE, config.admin);
        for (uint256 i = 0; i < config.settlers.length; ++i) _grantRole(Role.SETTLER, config.settlers[i]);
        _grantRole(Role.ATTESTER, config.attester);
        _grantRole(Role.COSIGNER, config.coSigner);
        _grantRole(Role.LISTER, config.lister);
        _grantRole(Role.GUARDIAN, config.guardian);
        delegateEntries[REBATE_POOL].account = REBATE_POOL;
        _setFeeCollector(config.feeCollector);
        _setWaitingPeriod(config.waitingPeriod);
        _setMaxFeeBps(config.maxFeeBps);
        _appendToken(ETHER);
    }
}
