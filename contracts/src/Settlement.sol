// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {OrderIn, OrderState, Trade, TradeIn} from "./ExchangeTypes.sol";
import {Limit, REBATE_POOL, Role, Side, TradeCode} from "./ExchangeCodes.sol";
import {OrderChecks} from "./OrderChecks.sol";
import {TimedAmount} from "./storage/TimedAmount.sol";
import {TradeRules} from "./TradeRules.sol";

/// Settles matched orders. Makes no external call. Every check of a trade precedes its first write, so a
/// trade that fails leaves no trace but its event and can be submitted again.
abstract contract Settlement is OrderChecks {
    using BitMaps for BitMaps.BitMap;

    uint256 private constant ORDER_BYTES = 160;
    uint256 private constant TRADE_BYTES = 96;

    /// What the trades of one call have in common.
    struct Terms {
        address feeCollector;
        bytes32 collectorSlot;
        bytes32 poolSlot;
        uint256 maxFeeBps;
    }

    /// Two keys: a settler submits, an attester has signed exactly these orders and trades as Batch (r, vs).
    /// Returns a TradeCode per trade, so that an eth_call tells beforehand what would happen.
    function settleBatch(
        uint64 batchId,
        uint32 validUntil,
        OrderIn[] calldata orders,
        TradeIn[] calldata trades,
        bytes32 r,
        bytes32 vs
    ) external onlyRole(Role.SETTLER) nonReentrant returns (uint8[] memory codes) {
        if (block.timestamp < pausedUntil) revert SettlementStopped();
        _requireBefore(validUntil);
        if (orders.length > Limit.MAX_ORDERS || trades.length > Limit.MAX_TRADES) revert BatchTooLarge();
        bytes32 separator = domainSeparator();
        bytes32 digest = _batchDigest(separator, batchId, validUntil, orders, trades);
        if (!hasRole(Role.ATTESTER, _recoverCompact(digest, r, vs))) revert InvalidAttestation();

        OrderState[] memory states = _checkOrders(orders, separator);
        Terms memory terms = Terms(
            collector,
            _balancesSlot(collector),
            _balancesSlot(REBATE_POOL),
            _maxFeeBps()
        );
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

    /// The two lists are hashed as they stand in the call data, at the end of memory, which the orders' states
    /// use again.
    function _batchDigest(
        bytes32 separator,
        uint64 batchId,
        uint32 validUntil,
        OrderIn[] calldata orders,
        TradeIn[] calldata trades
    ) private pure returns (bytes32) {
        bytes32 ordersHash;
        bytes32 tradesHash;
        assembly ("memory-safe") {
            let at := mload(0x40)
            let size := mul(orders.length, ORDER_BYTES)
            calldatacopy(at, orders.offset, size)
            ordersHash := keccak256(at, size)
            size := mul(trades.length, TRADE_BYTES)
            calldatacopy(at, trades.offset, size)
            tradesHash := keccak256(at, size)
        }
        return
            MessageHashUtils.toTypedDataHash(
                separator,
                keccak256(abi.encode(BATCH_TYPEHASH, batchId, validUntil, ordersHash, tradesHash))
            );
    }

    function _checkOrders(
        OrderIn[] calldata orders,
        bytes32 separator
    ) private view returns (OrderState[] memory states) {
        uint256 count = tokenList.length;
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
        TimedAmount makerFill = _load(maker.fillSlot);
        TimedAmount takerFill = _load(taker.fillSlot);
        uint256 makerSold = makerFill.amount() + trade.makerGives;
        uint256 takerSold = takerFill.amount() + trade.takerAmount;
        if (makerSold > maker.sellAmount) return (TradeCode.OVERFILL, Side.MAKER);
        if (takerSold > taker.sellAmount) return (TradeCode.OVERFILL, Side.TAKER);

        (code, side) = TradeRules.checkFees(trade, terms.maxFeeBps);
        if (code != TradeCode.OK) return (code, side);
        (code, side) = _transfer(trade, maker, taker, terms);
        if (code != TradeCode.OK) return (code, side);

        _store(maker.fillSlot, makerFill.withAmount(makerSold));
        _store(taker.fillSlot, takerFill.withAmount(takerSold));
        settledTrades.set(trade.id);
        _emitSettled(trade, maker, taker);
    }

    /// Moves the amounts between the balances of both sides and the collector, and a rebate out of the budget that
    /// was set aside for it; these are different slots once the parties are checked. All of them are computed
    /// before the first is written.
    function _transfer(
        Trade memory trade,
        OrderState memory maker,
        OrderState memory taker,
        Terms memory terms
    ) private returns (uint8 code, uint8 side) {
        bool rebateInBoughtToken = TradeRules.isRebateInBoughtToken(trade);
        TimedAmount makerSells;
        (code, makerSells) = _debited(_load(maker.sellSlot), trade.makerGives);
        if (code != TradeCode.OK) return (code, Side.MAKER);
        TimedAmount takerSells;
        (code, takerSells) = _debited(_load(taker.sellSlot), trade.takerAmount);
        if (code != TradeCode.OK) return (code, Side.TAKER);
        bytes32 budgetSlot;
        TimedAmount budget;
        if (trade.rebate != 0) {
            budgetSlot = _balanceSlot(terms.poolSlot, rebateInBoughtToken ? maker.buyToken : maker.sellToken);
            (code, budget) = _debited(_load(budgetSlot), trade.rebate);
            if (code != TradeCode.OK) return (code, Side.COLLECTOR);
        }

        bytes32 soldFeesSlot = _balanceSlot(terms.collectorSlot, maker.sellToken);
        bytes32 boughtFeesSlot = _balanceSlot(terms.collectorSlot, maker.buyToken);
        TimedAmount makerBuys;
        TimedAmount takerBuys;
        TimedAmount soldFees;
        TimedAmount boughtFees;
        unchecked {
            // Fees are at most what they are taken from (checkFees).
            uint256 bought = trade.takerAmount - trade.makerFee + (rebateInBoughtToken ? trade.rebate : 0);
            (code, makerBuys) = _credited(_load(maker.buySlot), bought);
            if (code != TradeCode.OK) return (code, Side.MAKER);
            (code, takerBuys) = _credited(_load(taker.buySlot), trade.makerAmount - trade.takerFee);
            if (code != TradeCode.OK) return (code, Side.TAKER);
            (code, boughtFees) = _credited(_load(boughtFeesSlot), trade.makerFee);
            if (code != TradeCode.OK) return (code, Side.COLLECTOR);
            (code, soldFees) = _credited(_load(soldFeesSlot), trade.takerFee);
            if (code != TradeCode.OK) return (code, Side.COLLECTOR);
        }

        _store(maker.sellSlot, makerSells);
        _store(maker.buySlot, makerBuys);
        _store(taker.sellSlot, takerSells);
        _store(taker.buySlot, takerBuys);
        // Writing what is there already costs only a warm access.
        _store(soldFeesSlot, soldFees);
        _store(boughtFeesSlot, boughtFees);
        if (trade.rebate != 0) _store(budgetSlot, budget);
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
