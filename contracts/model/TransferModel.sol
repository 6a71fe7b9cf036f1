// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The arithmetic of Settlement._transfer, written again with checked numbers: that function works on storage slots in
/// assembly, of which the model checker knows nothing. What is required here is what TradeRulesModel proves and what
/// _debited checks.
contract TransferModel {
    /// Balances before the trade; budget is that of whoever pays the rebate, in the rebate's token.
    struct Holdings {
        uint128 makerSells;
        uint128 makerBuys;
        uint128 takerSells;
        uint128 takerBuys;
        uint128 collectorOfSold;
        uint128 collectorOfBought;
        uint128 budget;
    }

    struct Amounts {
        uint128 maker;
        uint128 taker;
        uint128 makerFee;
        uint128 takerFee;
        uint128 rebate;
    }

    /// No token is made or lost, in either of the two, and no subtraction wraps round.
    function conservesWithRebateInSoldToken(Holdings memory held, Amounts memory trade) external pure {
        _requireRules(held, trade);
        require(trade.rebate <= trade.takerFee && held.makerSells >= trade.maker - trade.rebate);
        uint256 sold = uint256(held.makerSells) + held.takerBuys + held.collectorOfSold + held.budget;
        uint256 bought = uint256(held.makerBuys) + held.takerSells + held.collectorOfBought;
        uint256 makerSells = held.makerSells - (trade.maker - trade.rebate);
        uint256 takerBuys = uint256(held.takerBuys) + (trade.maker - trade.takerFee);
        uint256 collectorOfSold = uint256(held.collectorOfSold) + trade.takerFee;
        uint256 budget = held.budget - trade.rebate;
        assert(makerSells + takerBuys + collectorOfSold + budget == sold);
        uint256 makerBuys = uint256(held.makerBuys) + (trade.taker - trade.makerFee);
        uint256 takerSells = held.takerSells - trade.taker;
        uint256 collectorOfBought = uint256(held.collectorOfBought) + trade.makerFee;
        assert(makerBuys + takerSells + collectorOfBought == bought);
    }

    function conservesWithRebateInBoughtToken(Holdings memory held, Amounts memory trade) external pure {
        _requireRules(held, trade);
        require(trade.rebate <= trade.taker && held.makerSells >= trade.maker);
        uint256 sold = uint256(held.makerSells) + held.takerBuys + held.collectorOfSold;
        uint256 bought = uint256(held.makerBuys) + held.takerSells + held.collectorOfBought + held.budget;
        uint256 makerSells = held.makerSells - trade.maker;
        uint256 takerBuys = uint256(held.takerBuys) + (trade.maker - trade.takerFee);
        uint256 collectorOfSold = uint256(held.collectorOfSold) + trade.takerFee;
        assert(makerSells + takerBuys + collectorOfSold == sold);
        uint256 makerBuys = uint256(held.makerBuys) + (trade.taker - trade.makerFee) + trade.rebate;
        uint256 takerSells = held.takerSells - trade.taker;
        uint256 collectorOfBought = uint256(held.collectorOfBought) + trade.makerFee;
        uint256 budget = held.budget - trade.rebate;
        assert(makerBuys + takerSells + collectorOfBought + budget == bought);
    }

    function _requireRules(Holdings memory held, Amounts memory trade) private pure {
        require(trade.makerFee <= trade.taker && trade.takerFee <= trade.maker);
        require(held.takerSells >= trade.taker && held.budget >= trade.rebate);
    }
}
