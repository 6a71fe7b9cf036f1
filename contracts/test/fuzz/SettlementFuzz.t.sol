// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderIn, TradeIn} from "../../src/ExchangeTypes.sol";
import {FittingTrades} from "../support/FittingTrades.sol";
import {vm} from "../support/Vm.sol";

/// Batches that fit, and such in which one thing was changed: the exchange must do with each what the model says.
contract SettlementFuzzTest is FittingTrades {
    uint256 private constant ORDER_FIELDS = 8;
    uint256 private constant TRADE_FIELDS = 10;

    function testFuzz_whatFitsSettles(uint256 seed) public {
        (OrderTerms[] memory orders, TradeTerms[] memory trades) = fittingBatch(seed);
        uint8[] memory codes = expectAsPredicted(allSigned(orders), allPacked(trades));
        for (uint256 i = 0; i < codes.length; ++i) eq(codes[i], 0, "fits");
        codes = expectAsPredicted(allSigned(orders), allPacked(trades));
        for (uint256 i = 0; i < codes.length; ++i) eq(codes[i], 1, "once");
    }

    /// Signed as it is, so that nothing but the rules can refuse it.
    function testFuzz_oneTermOfAnOrderChanged(uint256 seed, uint256 which, uint256 change) public {
        (OrderTerms[] memory orders, TradeTerms[] memory trades) = fittingBatch(seed);
        OrderTerms memory order = orders[which % orders.length];
        uint256 field = (which >> 128) % ORDER_FIELDS;
        if (field == 0) order.sellAmount = uint128(changed(order.sellAmount, change, 128));
        if (field == 1) order.buyAmount = uint128(changed(order.buyAmount, change, 128));
        if (field == 2) order.expiry = uint32(block.timestamp - 1 + (change % 3));
        if (field == 3) (order.account, order.key) = traderOf(change, order.flags >= DELEGATED);
        if (field == 4) order.key = keys[change % keys.length];
        if (field == 5) order.flags = uint8(changed(order.flags, change, 2));
        if (field == 6) order.sellId = uint16(change % TOKENS);
        if (field == 7) order.buyId = uint16(change % TOKENS);
        expectAsPredicted(allSigned(orders), allPacked(trades));
    }

    function testFuzz_oneTermOfATradeChanged(uint256 seed, uint256 which, uint256 change) public {
        (OrderTerms[] memory orders, TradeTerms[] memory trades) = fittingBatch(seed);
        TradeTerms memory trade = trades[which % trades.length];
        uint256 field = (which >> 128) % TRADE_FIELDS;
        if (field == 0) trade.makerAmount = uint128(changed(trade.makerAmount, change, 128));
        if (field == 1) trade.takerAmount = uint128(changed(trade.takerAmount, change, 128));
        if (field == 2) trade.makerFee = uint128(changed(trade.makerFee, change, 128));
        if (field == 3) trade.takerFee = uint128(changed(trade.takerFee, change, 128));
        if (field == 4) trade.rebate = uint128(changed(trade.rebate, change, 128));
        if (field == 5) trade.flags = uint32(changed(trade.flags, change, 32));
        if (field == 6) trade.makerIndex = uint16(changed(trade.makerIndex, change, 16));
        if (field == 7) trade.takerIndex = uint16(changed(trade.takerIndex, change, 16));
        if (field == 8) trade.id = trades[change % trades.length].id;
        if (field == 9) trades[which % trades.length] = again(trades[change % trades.length], trade.id);
        expectAsPredicted(allSigned(orders), allPacked(trades));
    }

    /// The same trade under another number.
    function again(TradeTerms memory trade, uint64 id) private pure returns (TradeTerms memory copy) {
        copy = abi.decode(abi.encode(trade), (TradeTerms));
        copy.id = id;
    }

    /// Whatever word it is, and not signed anew.
    function testFuzz_oneWordChanged(uint256 seed, uint256 which, uint256 change) public {
        (OrderTerms[] memory terms, TradeTerms[] memory tradeTerms_) = fittingBatch(seed);
        (OrderIn[] memory orders, TradeIn[] memory trades) = (allSigned(terms), allPacked(tradeTerms_));
        OrderIn memory order = orders[which % orders.length];
        TradeIn memory trade = trades[which % trades.length];
        uint256 word = (which >> 128) % 8;
        if (word == 0) order.amounts = changed(order.amounts, change, 256);
        if (word == 1) order.terms = changed(order.terms, change, 256);
        if (word == 2) order.tokens = changed(order.tokens, change, 256);
        if (word == 3) order.r = bytes32(changed(uint256(order.r), change, 256));
        if (word == 4) order.vs = bytes32(changed(uint256(order.vs), change, 256));
        if (word == 5) trade.amounts = changed(trade.amounts, change, 256);
        if (word == 6) trade.fees = changed(trade.fees, change, 256);
        if (word == 7) trade.ids = changed(trade.ids, change, 256);
        expectAsPredicted(orders, trades);
    }

    /// What accounts, the admin and time do between matching and settling.
    function testFuzz_oneThingHappenedBefore(uint256 seed, uint256 which, uint256 time) public {
        (OrderTerms[] memory orders, TradeTerms[] memory trades) = fittingBatch(seed);
        OrderTerms memory order = orders[(which >> 8) % orders.length];
        address token = lens.tokens(order.sellId);
        if (which % 2 == 0) accountDoes(order, token, (which >> 1) % 4, which >> 128);
        else otherThingHappens(order, token, (which >> 1) % 4, which >> 128);
        vm.warp(timeAfter(time));
        (, uint40 due) = lens.waitingMinNonce(order.account, token);
        if (due != 0 && due <= block.timestamp) exchange.applyMinNonce(order.account, token);
        expectAsPredicted(allSigned(orders), allPacked(trades));
    }

    function accountDoes(OrderTerms memory order, address token, uint256 what, uint256 detail) private {
        (bytes32[] memory hashes, address delegate) = (one(orderHash(order)), delegateOf(order.account));
        vm.prank(order.account);
        if (what == 0) exchange.requestExit(one(token));
        if (what == 1) exchange.cancelOrders(hashes);
        if (what == 2) exchange.requestMinNonce(token, order.nonce + uint64(detail % 3));
        if (what == 3) exchange.removeDelegate(delegate);
    }

    /// With the co-signer, or by the admin; what is left is about as much as the trade needs.
    function otherThingHappens(OrderTerms memory order, address token, uint256 what, uint256 detail) private {
        if (what == 0) raiseMinNonce(order.account, token, order.nonce + uint64(detail % 3));
        if (what == 1) leaveWithAllBut(order.account, token, detail % (uint256(order.sellAmount) + 1));
        if (what < 2) return;
        uint256 budget = exchange.getBalance(token, POOL);
        vm.prank(admin);
        if (what == 2) exchange.setMaxFeeBps(uint16(detail % 501));
        uint256 rest = detail % (uint256(order.sellAmount / 64) + 1);
        if (what == 3) exchange.releaseRebates(token, budget > rest ? budget - rest : 0);
    }

    function timeAfter(uint256 time) private pure returns (uint256) {
        if (time % 4 == 0) return START;
        if (time % 4 == 1) return START + WAITING - 1;
        if (time % 4 == 2) return START + WAITING;
        return START + ((time >> 2) % 30 days);
    }

    /// Each reason that an account, an order or a trade can be at fault with has been met.
    function test_theFuzzingIsNotIdle() public {
        for (uint256 i = 0; i < 180; ++i) {
            // Each field or word in turn.
            (uint256 seed, uint256 which) = (drawn("seed", i), uint128(drawn("which", i)) | ((i / 3) << 128));
            if (i % 3 == 0) testFuzz_oneTermOfAnOrderChanged(seed, which, drawn("change", i));
            if (i % 3 == 1) testFuzz_oneTermOfATradeChanged(seed, which, drawn("change", i));
            if (i % 3 == 2) testFuzz_oneWordChanged(seed, which, drawn("change", i));
        }
        for (uint256 i = 0; i < 64; ++i) {
            vm.warp(START);
            // Each happening at each kind of time.
            (uint256 what, uint256 time) = ((drawn("what", i) << 3) | (i % 8), (drawn("time", i) << 2) | ((i / 8) % 4));
            testFuzz_oneThingHappenedBefore(drawn("seed", i), what, time);
        }
        // 10 has no meaning, and deposits can't create what would overflow.
        for (uint256 code = 0; code < 19; ++code) {
            if (code != 10 && met[uint8(code)] == 0) revert Differs("never met", 0, code);
        }
    }

    function drawn(string memory what, uint256 i) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(what, i)));
    }
}
