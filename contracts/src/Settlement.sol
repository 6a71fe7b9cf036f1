// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {OrderIn, OrderState, Trade, TradeIn} from "./ExchangeTypes.sol";
import {Side, TradeCode} from "./ExchangeCodes.sol";
import {OrderChecks} from "./OrderChecks.sol";
import {TimedAmount} from "./TimedAmount.sol";
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
        // One trade at a time: memory is paid for by its size.
        Trade memory trade;
        for (uint256 i = 0; i < trades.length; ++i) {
            TradeRules.unpack(trades[i], trade);
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
            _checkOrder(orders[i], separator, count, states[i]);
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
        TimedAmount makerFill = orderFills[maker.fillKey];
        TimedAmount takerFill = orderFills[taker.fillKey];
        uint256 makerSold = makerFill.amount() + trade.makerGives;
        uint256 takerSold = takerFill.amount() + trade.takerAmount;
        if (makerSold > maker.sellAmount) return (TradeCode.OVERFILL, Side.MAKER);
        if (takerSold > taker.sellAmount) return (TradeCode.OVERFILL, Side.TAKER);

        (code, side) = TradeRules.checkFees(trade, terms.maxFeeBps);
        if (code != TradeCode.OK) return (code, side);
        (code, side) = _transfer(trade, maker, taker, terms.feeCollector);
        if (code != TradeCode.OK) return (code, side);

        orderFills[maker.fillKey] = makerFill.withAmount(makerSold);
        orderFills[taker.fillKey] = takerFill.withAmount(takerSold);
        settledTrades.set(trade.id);
        _emitSettled(trade, maker, taker);
    }

    /// Moves the amounts between six balances, which are six different slots once the parties are checked. All
    /// of them are computed before the first is written.
    function _transfer(
        Trade memory trade,
        OrderState memory maker,
        OrderState memory taker,
        address feeCollector
    ) private returns (uint8 code, uint8 side) {
        (address sold, address bought) = (maker.sellToken, maker.buyToken);
        mapping(address => TimedAmount) storage ofMaker = accountBalances[maker.account];
        mapping(address => TimedAmount) storage ofTaker = accountBalances[taker.account];
        mapping(address => TimedAmount) storage ofCollector = accountBalances[feeCollector];
        bool rebateInBoughtToken = TradeRules.isRebateInBoughtToken(trade);

        TimedAmount makerSells;
        (code, makerSells) = _debited(ofMaker[sold], trade.makerGives);
        if (code != TradeCode.OK) return (code, Side.MAKER);
        TimedAmount takerSells;
        (code, takerSells) = _debited(ofTaker[bought], trade.takerAmount);
        if (code != TradeCode.OK) return (code, Side.TAKER);
        TimedAmount collectorOfBought = ofCollector[bought];
        if (rebateInBoughtToken) {
            (code, collectorOfBought) = _debited(collectorOfBought, trade.rebate);
            if (code != TradeCode.OK) return (code, Side.COLLECTOR);
        }

        TimedAmount makerBuys;
        TimedAmount takerBuys;
        TimedAmount collectorOfSold;
        unchecked {
            // Fees and a rebate in the sold token are at most what they are taken from (checkFees).
            uint256 paid = trade.takerAmount - trade.makerFee + (rebateInBoughtToken ? trade.rebate : 0);
            (code, makerBuys) = _credited(ofMaker[bought], paid);
            if (code != TradeCode.OK) return (code, Side.MAKER);
            (code, takerBuys) = _credited(ofTaker[sold], trade.makerAmount - trade.takerFee);
            if (code != TradeCode.OK) return (code, Side.TAKER);
            (code, collectorOfBought) = _credited(collectorOfBought, trade.makerFee);
            if (code != TradeCode.OK) return (code, Side.COLLECTOR);
            paid = trade.takerFee - (rebateInBoughtToken ? 0 : trade.rebate);
            (code, collectorOfSold) = _credited(ofCollector[sold], paid);
            if (code != TradeCode.OK) return (code, Side.COLLECTOR);
        }

        ofMaker[sold] = makerSells;
        ofMaker[bought] = makerBuys;
        ofTaker[bought] = takerSells;
        ofTaker[sold] = takerBuys;
        // Writing what is there already costs only a warm access.
        ofCollector[sold] = collectorOfSold;
        ofCollector[bought] = collectorOfBought;
    }

    /// The balance less the amount, or why the amount can't be taken.
    function _debited(TimedAmount balance, uint256 amount) private view returns (uint8, TimedAmount) {
        uint256 held = balance.amount();
        if (held < amount) return (TradeCode.BALANCE, balance);
        if (amount != 0 && balance.isEffective()) return (TradeCode.EXITED, balance);
        unchecked {
            return (TradeCode.OK, balance.withAmount(held - amount));
        }
    }

    function _credited(TimedAmount balance, uint256 amount) private pure returns (uint8, TimedAmount) {
        unchecked {
            uint256 sum = balance.amount() + amount;
            if (sum > type(uint128).max) return (TradeCode.OVERFLOW, balance);
            return (TradeCode.OK, balance.withAmount(sum));
        }
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
