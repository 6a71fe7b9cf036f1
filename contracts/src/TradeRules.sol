// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderState, Trade, TradeIn} from "./ExchangeTypes.sol";
import {Side, TradeCode} from "./ExchangeCodes.sol";

/// What can be said of a trade from its orders and amounts alone. All amounts are below 2^128, so that no
/// product here overflows.
library TradeRules {
    uint256 internal constant FLAG_REBATE_IN_BOUGHT_TOKEN = 1;
    uint256 private constant BPS = 10_000;

    /// Overwrites every member of trade.
    function unpack(TradeIn calldata packed, Trade memory trade) internal pure {
        uint256 ids = packed.ids;
        trade.id = ids >> 192;
        trade.makerIndex = uint16(ids >> 176);
        trade.takerIndex = uint16(ids >> 160);
        trade.flags = uint32(ids >> 128);
        trade.rebate = uint128(ids);
        trade.makerAmount = packed.amounts >> 128;
        trade.takerAmount = uint128(packed.amounts);
        trade.makerFee = packed.fees >> 128;
        trade.takerFee = uint128(packed.fees);
    }

    /// The orders must face each other and belong to different accounts, neither of them the fee collector.
    function checkParties(
        Trade memory trade,
        OrderState memory maker,
        OrderState memory taker,
        address feeCollector
    ) internal pure returns (uint8 code, uint8 side) {
        if (maker.code != TradeCode.OK) return (maker.code, Side.MAKER);
        if (taker.code != TradeCode.OK) return (taker.code, Side.TAKER);
        if (maker.sellToken != taker.buyToken || maker.buyToken != taker.sellToken) {
            return (TradeCode.TOKEN_MISMATCH, Side.NONE);
        }
        if (maker.account == taker.account) return (TradeCode.SELF_TRADE, Side.NONE);
        if (maker.account == feeCollector) return (TradeCode.SELF_TRADE, Side.MAKER);
        if (taker.account == feeCollector) return (TradeCode.SELF_TRADE, Side.TAKER);
        if (trade.makerAmount == 0 || trade.takerAmount == 0) return (TradeCode.ZERO_AMOUNT, Side.NONE);
        return (TradeCode.OK, Side.NONE);
    }

    /// Nobody trades worse than signed, not by one base unit: where the rounding of the maker's rate would do
    /// that to the taker, the engine has to match less.
    function checkPrice(
        Trade memory trade,
        OrderState memory maker,
        OrderState memory taker
    ) internal pure returns (uint8 code, uint8 side) {
        unchecked {
            if (trade.makerGives * maker.buyAmount > trade.takerAmount * maker.sellAmount) {
                return (TradeCode.PRICE, Side.MAKER);
            }
            if (trade.takerAmount * taker.buyAmount > trade.makerAmount * taker.sellAmount) {
                return (TradeCode.PRICE, Side.TAKER);
            }
        }
        return (TradeCode.OK, Side.NONE);
    }

    /// Fees come off what is bought. A rebate comes out of its budget; one in the sold token is at most the taker's
    /// fee, which that token collects, and one in the bought token has the same limit as a fee.
    function checkFees(Trade memory trade, uint256 maxFeeBps) internal pure returns (uint8 code, uint8 side) {
        unchecked {
            uint256 makerLimit = trade.takerAmount * maxFeeBps;
            if (trade.makerFee * BPS > makerLimit) return (TradeCode.FEE, Side.MAKER);
            if (trade.takerFee * BPS > trade.makerAmount * maxFeeBps) return (TradeCode.FEE, Side.TAKER);
            bool tooMuch = isRebateInBoughtToken(trade)
                ? trade.rebate * BPS > makerLimit
                : trade.rebate > trade.takerFee;
            if (tooMuch) return (TradeCode.REBATE, Side.MAKER);
        }
        return (TradeCode.OK, Side.NONE);
    }

    /// A rebate in the sold token lowers what the maker gives. One above the whole amount counts as the amount
    /// here: checkFees refuses it afterwards, in the order of the codes.
    function makerGives(Trade memory trade) internal pure returns (uint256) {
        if (isRebateInBoughtToken(trade)) return trade.makerAmount;
        return trade.rebate < trade.makerAmount ? trade.makerAmount - trade.rebate : 0;
    }

    function isRebateInBoughtToken(Trade memory trade) internal pure returns (bool) {
        return trade.flags & FLAG_REBATE_IN_BOUGHT_TOKEN != 0;
    }
}
