// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {TradeCode} from "../src/ExchangeCodes.sol";
import {Trade} from "../src/ExchangeTypes.sol";
import {TradeRules} from "../src/TradeRules.sol";

/// What settlement takes for granted when it computes without checks, for every trade that the rules let pass.
/// Proved by the compiler's model checker (contracts/prove.mjs), never deployed.
contract TradeRulesModel {
    /// The highest limit that the contract ever has (Limit.MAX_FEE_BPS). A product of two unknowns is more than the
    /// solver ends with; a lower limit lets fewer trades pass.
    uint256 private constant MOST_FEE_BPS = 500;

    /// A fee is at most what it is taken from.
    function feesComeOffAmounts(Trade memory trade) external pure {
        _requireAmounts(trade);
        (uint8 code, ) = TradeRules.checkFees(trade, MOST_FEE_BPS);
        require(code == TradeCode.OK);
        assert(trade.makerFee <= trade.takerAmount);
        assert(trade.takerFee <= trade.makerAmount);
    }

    /// A rebate in the sold token is at most the taker's fee, one in the bought token at most what the maker buys.
    function rebatesAreLimited(Trade memory trade) external pure {
        _requireAmounts(trade);
        (uint8 code, ) = TradeRules.checkFees(trade, MOST_FEE_BPS);
        require(code == TradeCode.OK);
        assert(trade.rebate <= (trade.flags == 1 ? trade.takerAmount : trade.takerFee));
    }

    /// What leaves the maker is its amount less a rebate in the sold token, and never more than the amount.
    function makerGivesAtMostItsAmount(Trade memory trade) external pure {
        _requireAmounts(trade);
        uint256 gives = TradeRules.makerGives(trade);
        assert(gives <= trade.makerAmount);
        assert(trade.flags == 0 || gives == trade.makerAmount);
        assert(trade.flags == 1 || trade.rebate > trade.makerAmount || gives == trade.makerAmount - trade.rebate);
    }

    /// What unpacking gives (TradeRules.unpack), and the flags that settlement lets pass.
    function _requireAmounts(Trade memory trade) private pure {
        require(trade.makerAmount <= type(uint128).max && trade.takerAmount <= type(uint128).max);
        require(trade.makerFee <= type(uint128).max && trade.takerFee <= type(uint128).max);
        require(trade.rebate <= type(uint128).max && trade.flags <= 1);
    }
}
