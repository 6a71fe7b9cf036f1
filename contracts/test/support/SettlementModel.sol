// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderIn, TradeIn} from "../../src/ExchangeTypes.sol";
import {BatchReading} from "./BatchReading.sol";
import {Vm, vm} from "./Vm.sol";

/// The rules of a batch, said again in plain arithmetic: which trades settle, why and on whose side the others fail,
/// and what everybody owns afterwards. A batch is settled by both, and they must agree on all of it.
abstract contract SettlementModel is BatchReading {
    /// The greatest s of a signature (half the order of the curve).
    uint256 private constant HIGHEST_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;
    uint256 internal constant TOKENS = 3;

    /// Whoever can own something.
    address[] internal people;
    mapping(address account => mapping(uint256 id => uint256)) private owned;
    mapping(address account => mapping(bytes32 hash => uint256)) private sold;
    mapping(uint256 tradeId => bool) private isDone;
    /// How often each code was predicted, so that idle runs are noticed.
    mapping(uint8 code => uint256) internal met;

    function expectAsPredicted(OrderIn[] memory orders, TradeIn[] memory trades) internal returns (uint8[] memory) {
        for (uint256 i = 0; i < people.length; ++i) {
            for (uint256 id = 0; id < TOKENS; ++id) owned[people[i]][id] = balanceAt(people[i], id);
        }
        Order[] memory read = new Order[](orders.length);
        uint8[] memory faults = new uint8[](orders.length);
        for (uint256 i = 0; i < orders.length; ++i) (read[i], faults[i]) = judged(orders[i]);
        uint8[] memory codes = new uint8[](trades.length);
        uint8[] memory sides = new uint8[](trades.length);
        for (uint256 i = 0; i < trades.length; ++i) {
            (codes[i], sides[i]) = carriedOut(unpacked(trades[i]), read, faults);
            ++met[codes[i]];
        }
        vm.recordLogs();
        uint8[] memory actual = settle(orders, trades);
        compareEvents(trades, actual, codes, sides);
        compareState(read, faults, trades);
        return codes;
    }

    function compareEvents(
        TradeIn[] memory trades,
        uint8[] memory actual,
        uint8[] memory codes,
        uint8[] memory sides
    ) private {
        for (uint256 i = 0; i < trades.length; ++i) eq(actual[i], codes[i], "code");
        Vm.Log[] memory logs = checkedEvents(trades, actual);
        for (uint256 i = 0; i < trades.length; ++i) {
            if (codes[i] == 0) continue;
            (uint8 reason, uint8 side) = abi.decode(logs[i].data, (uint8, uint8));
            eq(reason, codes[i], "reason");
            eq(side, sides[i], "side");
        }
    }

    function compareState(
        Order[] memory orders,
        uint8[] memory faults,
        TradeIn[] memory trades
    ) private view {
        for (uint256 i = 0; i < people.length; ++i) {
            for (uint256 id = 0; id < TOKENS; ++id) eq(balanceAt(people[i], id), owned[people[i]][id], "balance");
        }
        for (uint256 i = 0; i < orders.length; ++i) {
            (address account, bytes32 hash) = (orders[i].account, orders[i].hash);
            if (faults[i] == 0) eq(fillOf(account, hash), sold[account][hash], "fill");
        }
        for (uint256 i = 0; i < trades.length; ++i) {
            uint256 id = trades[i].ids >> 192;
            holds(lens.isTradeSettled(uint64(id)) == isDone[id], "whether its id is used");
        }
    }

    // --- an order alone

    function judged(OrderIn memory words) private returns (Order memory order, uint8 fault) {
        order = unpacked(words);
        fault = faultOf(order, words);
        if (fault == 0) sold[order.account][order.hash] = fillOf(order.account, order.hash);
    }

    function faultOf(Order memory order, OrderIn memory words) private view returns (uint8) {
        if (order.flags > 3 || words.tokens % 2 ** 216 != 0) return 3;
        if (order.sellId >= TOKENS || order.buyId >= TOKENS) return 9;
        order.hash = hashOf(order, false);
        address signer = signerOf(hashOf(order, order.flags % 2 == 1), words);
        if (signer == address(0)) return 4;
        if (order.flags < 2) {
            if (signer != order.account) return 4;
        } else {
            (address account, uint40 validUntil, uint40 revokedAt, ) = lens.delegates(signer);
            if (account == address(0) || account != order.account) return 5;
            if (validUntil <= block.timestamp || isOver(revokedAt)) return 6;
        }
        if (order.expiry <= block.timestamp) return 7;
        (, uint40 cancelAt) = lens.orderFill(order.account, order.hash);
        if (isOver(cancelAt)) return 8;
        if (order.nonce < lens.minNonce(order.account, lens.tokens(order.sellId))) return 8;
        if (order.sellId == order.buyId) return 9;
        return order.sellAmount == 0 || order.buyAmount == 0 ? 12 : 0;
    }

    /// The zero address for a signature that isn't one.
    function signerOf(bytes32 digest, OrderIn memory words) private pure returns (address) {
        uint256 s = uint256(words.vs) % 2 ** 255;
        if (s > HIGHEST_S) return address(0);
        return ecrecover(digest, uint8(27 + (uint256(words.vs) >> 255)), words.r, bytes32(s));
    }

    // --- a trade

    function carriedOut(
        Deal memory deal,
        Order[] memory orders,
        uint8[] memory faults
    ) private returns (uint8 code, uint8 side) {
        if (isDone[deal.id]) return (1, 0);
        if (deal.makerIndex >= orders.length) return (2, 1);
        if (deal.takerIndex >= orders.length) return (2, 2);
        if (deal.flags > 1) return (3, 0);
        if (faults[deal.makerIndex] != 0) return (faults[deal.makerIndex], 1);
        if (faults[deal.takerIndex] != 0) return (faults[deal.takerIndex], 2);
        Order memory maker = orders[deal.makerIndex];
        Order memory taker = orders[deal.takerIndex];
        (code, side) = partiesFault(deal, maker, taker);
        if (code == 0) (code, side) = termsFault(deal, maker, taker);
        if (code == 0) (code, side) = feeFault(deal);
        if (code == 0) (code, side) = moneyFault(deal, maker, taker);
        if (code == 0) book(deal, maker, taker);
    }

    function partiesFault(
        Deal memory deal,
        Order memory maker,
        Order memory taker
    ) private view returns (uint8 code, uint8 side) {
        if (maker.sellId != taker.buyId || maker.buyId != taker.sellId) return (9, 0);
        if (maker.account == taker.account) return (11, 0);
        if (maker.account == collector) return (11, 1);
        if (taker.account == collector) return (11, 2);
        if (deal.given == 0 || deal.taken == 0) return (12, 0);
    }

    /// Prices, then what is left of the orders.
    function termsFault(
        Deal memory deal,
        Order memory maker,
        Order memory taker
    ) private view returns (uint8 code, uint8 side) {
        if (deal.makerGives * maker.buyAmount > deal.taken * maker.sellAmount) return (13, 1);
        if (deal.taken * taker.buyAmount > deal.given * taker.sellAmount) return (13, 2);
        if (sold[maker.account][maker.hash] + deal.makerGives > maker.sellAmount) return (14, 1);
        if (sold[taker.account][taker.hash] + deal.taken > taker.sellAmount) return (14, 2);
    }

    function feeFault(Deal memory deal) private view returns (uint8 code, uint8 side) {
        uint256 limit = lens.maxFeeBps();
        if (deal.makerFee * 10_000 > deal.taken * limit) return (15, 1);
        if (deal.takerFee * 10_000 > deal.given * limit) return (15, 2);
        if (deal.flags == 0 ? deal.rebate > deal.takerFee : deal.rebate * 10_000 > deal.taken * limit) return (16, 1);
    }

    function moneyFault(
        Deal memory deal,
        Order memory maker,
        Order memory taker
    ) private view returns (uint8 code, uint8 side) {
        code = debitFault(maker.account, maker.sellId, deal.makerGives);
        if (code != 0) return (code, 1);
        code = debitFault(taker.account, taker.sellId, deal.taken);
        if (code != 0) return (code, 2);
        code = debitFault(POOL, deal.flags == 0 ? maker.sellId : maker.buyId, deal.rebate);
        if (code != 0) return (code, 3);
    }

    function debitFault(address account, uint256 id, uint256 amount) private view returns (uint8) {
        if (owned[account][id] < amount) return 17;
        (, uint40 exitAt) = lens.balances(account, lens.tokens(id));
        return amount != 0 && isOver(exitAt) ? 18 : 0;
    }

    function book(Deal memory deal, Order memory maker, Order memory taker) private {
        isDone[deal.id] = true;
        sold[maker.account][maker.hash] += deal.makerGives;
        sold[taker.account][taker.hash] += deal.taken;
        owned[maker.account][maker.sellId] -= deal.makerGives;
        owned[taker.account][taker.sellId] -= deal.taken;
        owned[maker.account][maker.buyId] += deal.taken - deal.makerFee;
        owned[taker.account][taker.buyId] += deal.given - deal.takerFee;
        owned[collector][maker.buyId] += deal.makerFee;
        owned[collector][maker.sellId] += deal.takerFee;
        owned[POOL][deal.flags == 0 ? maker.sellId : maker.buyId] -= deal.rebate;
        if (deal.flags == 1) owned[maker.account][maker.buyId] += deal.rebate;
    }

    // --- what the exchange says

    function balanceAt(address account, uint256 id) private view returns (uint256) {
        return exchange.getBalance(lens.tokens(id), account);
    }

    function fillOf(address account, bytes32 hash) private view returns (uint256 amount) {
        (amount, ) = lens.orderFill(account, hash);
    }

    function isOver(uint40 time) private view returns (bool) {
        return time != 0 && block.timestamp >= time;
    }
}
