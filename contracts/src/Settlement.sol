// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {Balance, OrderFill, OrderIn, OrderState, Trade, TradeIn} from "./ExchangeTypes.sol";
import {Side, TradeCode} from "./ExchangeCodes.sol";
import {OrderChecks} from "./OrderChecks.sol";
import {TradeRules} from "./TradeRules.sol";

/// Settles matched orders. Makes no external call. Every check of a trade precedes its first write, so a
/// trade that fails leaves no trace but its event and can be submitted again.
abstract contract Settlement is OrderChecks {
    using BitMaps for BitMaps.BitMap;

    uint256 public constant MAX_ORDERS = 256;
    uint256 public constant MAX_TRADES = 128;

    /// What the trades of one call have in common.
    struct Terms {
        address feeCollector;
        uint256 maxFeeBps;
    }

    /// The six balances and two fills a trade touches; all eight slots are distinct once checkParties passed.
    struct Legs {
        uint256 makerSells;
        uint256 makerBuys;
        uint256 takerSells;
        uint256 takerBuys;
        uint256 collectorOfMakerSells;
        uint256 collectorOfMakerBuys;
        uint256 makerSold;
        uint256 takerSold;
    }

    /// Returns a TradeCode per trade, so that an eth_call tells beforehand what would happen.
    function settleBatch(
        uint64 batchId,
        uint32 validUntil,
        OrderIn[] calldata orders,
        TradeIn[] calldata trades
    ) external onlyRole(SETTLER_ROLE) whenNotPaused nonReentrant returns (uint8[] memory codes) {
        _requireBefore(validUntil);
        if (orders.length > MAX_ORDERS || trades.length > MAX_TRADES) revert BatchTooLarge();

        OrderState[] memory states = _checkOrders(orders);
        Terms memory terms = Terms(feeCollector, maxFeeBps);
        codes = new uint8[](trades.length);
        uint32 settled = 0;
        for (uint256 i = 0; i < trades.length; ++i) {
            Trade memory trade = TradeRules.unpack(trades[i]);
            (uint8 code, uint8 side) = _settleTrade(trade, states, terms);
            if (code == TradeCode.OK) {
                ++settled;
            } else {
                codes[i] = code;
                emit TradeFailed(uint64(trade.id), code, side);
            }
        }
        emit BatchSettled(batchId, settled, uint32(trades.length) - settled);
    }

    function _checkOrders(OrderIn[] calldata orders) private view returns (OrderState[] memory states) {
        bytes32 separator = _domainSeparatorV4();
        uint256 count = tokens.length;
        states = new OrderState[](orders.length);
        for (uint256 i = 0; i < orders.length; ++i) {
            states[i] = _checkOrder(orders[i], separator, count);
        }
    }

    function _settleTrade(
        Trade memory trade,
        OrderState[] memory orders,
        Terms memory terms
    ) private returns (uint8 code, uint8 side) {
        // Duplicate and index come first: a settled trade whose order has since expired is a duplicate.
        if (settledTrades.get(trade.id)) return (TradeCode.DUPLICATE_TRADE, Side.NONE);
        if (trade.makerIndex >= orders.length) return (TradeCode.BAD_INDEX, Side.MAKER);
        if (trade.takerIndex >= orders.length) return (TradeCode.BAD_INDEX, Side.TAKER);
        if (trade.flags > TradeRules.FLAG_REBATE_IN_BOUGHT_TOKEN) return (TradeCode.BAD_SCHEME, Side.NONE);
        OrderState memory maker = orders[trade.makerIndex];
        OrderState memory taker = orders[trade.takerIndex];

        (code, side) = TradeRules.checkParties(trade, maker, taker, terms.feeCollector);
        if (code != TradeCode.OK) return (code, side);
        trade.makerGives = TradeRules.makerGives(trade);
        (code, side) = TradeRules.checkPrice(trade, maker, taker);
        if (code != TradeCode.OK) return (code, side);
        Legs memory legs;
        legs.makerSold = fills[maker.fillKey].sold + trade.makerGives;
        legs.takerSold = fills[taker.fillKey].sold + trade.takerAmount;
        if (legs.makerSold > maker.sellAmount) return (TradeCode.OVERFILL, Side.MAKER);
        if (legs.takerSold > taker.sellAmount) return (TradeCode.OVERFILL, Side.TAKER);
        (code, side) = TradeRules.checkFees(trade, terms.maxFeeBps);
        if (code != TradeCode.OK) return (code, side);
        (code, side) = _move(trade, maker, taker, terms.feeCollector, legs);
        if (code != TradeCode.OK) return (code, side);
        _emitSettled(trade, maker, taker);
    }

    /// Checks that both can pay, then writes. All new values are computed before the first write.
    function _move(
        Trade memory trade,
        OrderState memory maker,
        OrderState memory taker,
        address feeCollector,
        Legs memory legs
    ) private returns (uint8 code, uint8 side) {
        Balance storage makerSells = balances[maker.account][maker.sellToken];
        Balance storage takerSells = balances[taker.account][taker.sellToken];
        (code, legs.makerSells) = _debited(makerSells, trade.makerGives);
        if (code != TradeCode.OK) return (code, Side.MAKER);
        (code, legs.takerSells) = _debited(takerSells, trade.takerAmount);
        if (code != TradeCode.OK) return (code, Side.TAKER);

        Balance storage makerBuys = balances[maker.account][maker.buyToken];
        Balance storage takerBuys = balances[taker.account][taker.buyToken];
        Balance storage collectorOfMakerSells = balances[feeCollector][maker.sellToken];
        Balance storage collectorOfMakerBuys = balances[feeCollector][maker.buyToken];
        legs.collectorOfMakerSells = collectorOfMakerSells.amount;
        legs.collectorOfMakerBuys = collectorOfMakerBuys.amount;
        unchecked {
            // takerFee <= makerAmount and makerFee <= takerAmount by the fee limit; all terms are below 2^128.
            legs.makerBuys = uint256(makerBuys.amount) + trade.takerAmount - trade.makerFee;
            legs.takerBuys = uint256(takerBuys.amount) + trade.makerAmount - trade.takerFee;
            if (TradeRules.isRebateInBoughtToken(trade)) {
                (code, legs.collectorOfMakerBuys) = _debited(collectorOfMakerBuys, trade.rebate);
                if (code != TradeCode.OK) return (code, Side.COLLECTOR);
                legs.makerBuys += trade.rebate;
                legs.collectorOfMakerSells += trade.takerFee;
            } else {
                legs.collectorOfMakerSells += trade.takerFee - trade.rebate;
            }
            legs.collectorOfMakerBuys += trade.makerFee;
        }
        if (legs.makerBuys > type(uint128).max) return (TradeCode.OVERFLOW, Side.MAKER);
        if (legs.takerBuys > type(uint128).max) return (TradeCode.OVERFLOW, Side.TAKER);
        if ((legs.collectorOfMakerSells | legs.collectorOfMakerBuys) > type(uint128).max) {
            return (TradeCode.OVERFLOW, Side.COLLECTOR);
        }

        settledTrades.set(trade.id);
        fills[maker.fillKey].sold = uint128(legs.makerSold);
        fills[taker.fillKey].sold = uint128(legs.takerSold);
        makerSells.amount = uint128(legs.makerSells);
        makerBuys.amount = uint128(legs.makerBuys);
        takerSells.amount = uint128(legs.takerSells);
        takerBuys.amount = uint128(legs.takerBuys);
        _writeIfChanged(collectorOfMakerSells, legs.collectorOfMakerSells);
        _writeIfChanged(collectorOfMakerBuys, legs.collectorOfMakerBuys);
    }

    /// What is left after the amount is taken, or why it can't be taken.
    function _debited(Balance storage balance, uint256 amount) private view returns (uint8 code, uint256 left) {
        Balance memory current = balance;
        if (current.amount < amount) return (TradeCode.BALANCE, 0);
        bool exited = amount != 0 && current.exitAt != 0 && current.exitAt <= block.timestamp;
        if (exited) return (TradeCode.EXITED, 0);
        unchecked {
            return (TradeCode.OK, current.amount - amount);
        }
    }

    function _writeIfChanged(Balance storage balance, uint256 amount) private {
        if (balance.amount != amount) balance.amount = uint128(amount);
    }

    function _emitSettled(Trade memory trade, OrderState memory maker, OrderState memory taker) private {
        emit TradeSettled(
            uint64(trade.id),
            maker.account,
            taker.account,
            maker.orderHash,
            taker.orderHash,
            uint128(trade.makerAmount),
            uint128(trade.takerAmount),
            uint128(trade.makerFee),
            uint128(trade.takerFee),
            uint128(trade.rebate),
            uint32((maker.sellTokenId << 16) | taker.sellTokenId),
            uint8(trade.flags)
        );
    }
}
