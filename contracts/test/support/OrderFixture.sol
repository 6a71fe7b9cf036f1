// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderIn, TradeIn} from "../../src/ExchangeTypes.sol";
import {ExchangeFixture} from "./ExchangeFixture.sol";
import {Vm, vm} from "./Vm.sol";

/// Builds, signs and settles orders. By default Alice sells 100 A for 200 B and Bob the other way round.
abstract contract OrderFixture is ExchangeFixture {
    uint8 internal constant PERSONAL = 1;
    uint8 internal constant DELEGATED = 2;

    struct OrderTerms {
        uint256 key;
        address account;
        uint16 sellId;
        uint128 sellAmount;
        uint16 buyId;
        uint128 buyAmount;
        uint32 expiry;
        uint64 nonce;
        uint8 flags;
    }

    struct TradeTerms {
        uint128 makerAmount;
        uint128 takerAmount;
        uint128 makerFee;
        uint128 takerFee;
        uint64 id;
        uint16 makerIndex;
        uint16 takerIndex;
        uint32 flags;
        uint128 rebate;
    }

    function makerTerms() internal view returns (OrderTerms memory) {
        return OrderTerms(ALICE_KEY, alice, 1, 100 ether, 2, 200 ether, FOREVER, 1, 0);
    }

    function takerTerms() internal view returns (OrderTerms memory) {
        return OrderTerms(BOB_KEY, bob, 2, 200 ether, 1, 100 ether, FOREVER, 2, 0);
    }

    /// 10 A against 20 B, free of fees.
    function tradeTerms() internal pure returns (TradeTerms memory) {
        return TradeTerms(10 ether, 20 ether, 0, 0, 1, 0, 1, 0, 0);
    }

    function orderHash(OrderTerms memory terms) internal view returns (bytes32) {
        return
            lens.hashOrder(
                lens.tokens(terms.sellId),
                terms.sellAmount,
                lens.tokens(terms.buyId),
                terms.buyAmount,
                terms.expiry,
                terms.nonce
            );
    }

    function soldOf(address account, OrderTerms memory terms) internal view returns (uint256 sold) {
        (sold, ) = lens.orderFill(account, orderHash(terms));
    }

    function signed(OrderTerms memory terms) internal view returns (OrderIn memory order) {
        order = packed(terms);
        (order.r, order.vs) = compact(terms.key, signedHash(terms));
    }

    /// What an order signs in the form that its flags say.
    function signedHash(OrderTerms memory terms) internal view returns (bytes32) {
        if (terms.flags & PERSONAL == 0) return orderHash(terms);
        return
            lens.hashPersonalOrder(
                lens.tokens(terms.sellId),
                terms.sellAmount,
                lens.tokens(terms.buyId),
                terms.buyAmount,
                terms.expiry,
                terms.nonce
            );
    }

    function packed(OrderTerms memory terms) internal pure returns (OrderIn memory order) {
        order.amounts = (uint256(terms.sellAmount) << 128) | terms.buyAmount;
        order.terms =
            (uint256(uint160(terms.account)) << 96) | (uint256(terms.expiry) << 64) | terms.nonce;
        order.tokens =
            (uint256(terms.sellId) << 240) | (uint256(terms.buyId) << 224) | (uint256(terms.flags) << 216);
    }

    function packed(TradeTerms memory terms) internal pure returns (TradeIn memory trade) {
        trade.amounts = (uint256(terms.makerAmount) << 128) | terms.takerAmount;
        trade.fees = (uint256(terms.makerFee) << 128) | terms.takerFee;
        trade.ids =
            (uint256(terms.id) << 192) | (uint256(terms.makerIndex) << 176) |
            (uint256(terms.takerIndex) << 160) | (uint256(terms.flags) << 128) | terms.rebate;
    }

    function pair(OrderTerms memory maker, OrderTerms memory taker) internal view returns (OrderIn[] memory orders) {
        orders = new OrderIn[](2);
        orders[0] = signed(maker);
        orders[1] = signed(taker);
    }

    function single(TradeTerms memory trade) internal pure returns (TradeIn[] memory trades) {
        trades = new TradeIn[](1);
        trades[0] = packed(trade);
    }

    function settle(OrderIn[] memory orders, TradeIn[] memory trades) internal returns (uint8[] memory) {
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, FOREVER, orders, trades);
        vm.prank(settler);
        return exchange.settleBatch(7, FOREVER, orders, trades, r, vs);
    }

    function attest(
        uint256 key,
        uint32 validUntil,
        OrderIn[] memory orders,
        TradeIn[] memory trades
    ) internal view returns (bytes32 r, bytes32 vs) {
        bytes32 typehash = keccak256(
            "Batch(uint64 batchId,uint32 validUntil,bytes32 ordersHash,bytes32 tradesHash)"
        );
        bytes32 ordersHash = wordsHash(abi.encode(orders));
        bytes32 tradesHash = wordsHash(abi.encode(trades));
        return compact(key, typedDigest(keccak256(abi.encode(typehash, 7, validUntil, ordersHash, tradesHash))));
    }

    /// Of a list's words, without what is before them: where the list begins, and its length.
    function wordsHash(bytes memory encoded) private pure returns (bytes32 hash) {
        assembly ("memory-safe") {
            hash := keccak256(add(encoded, 0x60), sub(mload(encoded), 0x40))
        }
    }

    /// The whole call is refused.
    function expectRefused(
        bytes4 selector,
        uint32 validUntil,
        OrderIn[] memory orders,
        TradeIn[] memory trades
    ) internal {
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, validUntil, orders, trades);
        vm.expectRevert(selector);
        vm.prank(settler);
        exchange.settleBatch(7, validUntil, orders, trades, r, vs);
    }

    function settleOne(
        OrderTerms memory maker,
        OrderTerms memory taker,
        TradeTerms memory trade
    ) internal returns (uint8) {
        return settle(pair(maker, taker), single(trade))[0];
    }

    function expectSettled(OrderTerms memory maker, OrderTerms memory taker, TradeTerms memory trade) internal {
        eq(settleOne(maker, taker, trade), 0, "code of a trade that should settle");
    }

    function expectFailure(
        OrderTerms memory maker,
        OrderTerms memory taker,
        TradeTerms memory trade,
        uint8 code,
        uint8 side
    ) internal {
        expectFailure(pair(maker, taker), single(trade), code, side);
    }

    /// The trade fails with this code and side, tells so in its event, and writes nothing.
    function expectFailure(OrderIn[] memory orders, TradeIn[] memory trades, uint8 code, uint8 side) internal {
        uint64 id = uint64(trades[0].ids >> 192);
        vm.record();
        vm.recordLogs();
        uint8[] memory codes = settle(orders, trades);
        eq(codes[0], code, "code");
        (, bytes32[] memory writes) = vm.accesses(address(exchange));
        eq(writes.length, 0, "writes of a failed trade");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        eq(logs.length, 2, "events of a failed trade");
        eq32(logs[0].topics[0], TradeFailed.selector, "event");
        eq(uint256(logs[0].topics[1]), id, "trade id of the event");
        (uint8 reason, uint8 actualSide) = abi.decode(logs[0].data, (uint8, uint8));
        eq(reason, code, "reason of the event");
        eq(actualSide, side, "side of the event");
    }
}
