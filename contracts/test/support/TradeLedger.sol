// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderIn, TradeIn} from "../../src/ExchangeTypes.sol";
import {OrderFixture} from "./OrderFixture.sol";
import {WithdrawalFixture} from "./WithdrawalFixture.sol";
import {Vm, vm} from "./Vm.sol";

/// Settles batches and checks every trade of them against the rules, said again independently of the contract.
abstract contract TradeLedger is OrderFixture, WithdrawalFixture {
    mapping(uint64 tradeId => bool) public hasSettled;
    mapping(bytes32 fillKey => uint256) public soldBefore;
    uint256 public settledCount;
    mapping(uint8 code => uint256) public failures;

    struct Order {
        address account;
        uint256 sellAmount;
        uint256 buyAmount;
        uint256 sellId;
        uint256 buyId;
        uint256 flags;
        uint256 expiry;
        uint64 nonce;
        bytes32 hash;
    }

    function onSettled(TradeIn memory trade) internal virtual;

    function settleAndCheck(OrderIn[] memory orders, TradeIn[] memory trades) internal {
        uint16 feeLimit = lens.maxFeeBps();
        vm.recordLogs();
        uint8[] memory codes = settle(orders, trades);
        checkEvents(trades, codes);
        for (uint256 i = 0; i < codes.length; ++i) {
            if (codes[i] != 0) {
                ++failures[codes[i]];
                continue;
            }
            checkSettled(orders, trades[i], feeLimit);
            ++settledCount;
            onSettled(trades[i]);
        }
        for (uint256 i = 0; i < codes.length; ++i) {
            if (codes[i] != 0) continue;
            checkFill(orders[uint16(trades[i].ids >> 176)]);
            checkFill(orders[uint16(trades[i].ids >> 160)]);
        }
    }

    /// I3: the order has given exactly what its trades took.
    function checkFill(OrderIn memory words) private view {
        Order memory order = unpack(words);
        (uint128 sold, ) = lens.orderFill(order.account, order.hash);
        eq(sold, soldBefore[keccak256(abi.encode(order.account, order.hash))], "I3: given in all");
    }

    /// Exactly one event per trade, in order, and counts that add up.
    function checkEvents(TradeIn[] memory trades, uint8[] memory codes) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        eq(logs.length, trades.length + 1, "one event per trade, one per batch");
        uint32 settled = 0;
        for (uint256 i = 0; i < trades.length; ++i) {
            bytes32 expected = codes[i] == 0 ? TradeSettled.selector : TradeFailed.selector;
            eq32(logs[i].topics[0], expected, "event");
            eq(uint256(logs[i].topics[1]), trades[i].ids >> 192, "its trade");
            if (codes[i] == 0) ++settled;
        }
        (uint32 told, uint32 failed) = abi.decode(logs[trades.length].data, (uint32, uint32));
        eq(told, settled, "settled count");
        eq(uint256(failed) + settled, trades.length, "failed count");
    }

    function checkSettled(OrderIn[] memory orders, TradeIn memory trade, uint16 feeLimit) private {
        uint64 id = uint64(trade.ids >> 192);
        holds(!hasSettled[id], "I6: settles once");
        hasSettled[id] = true;
        Order memory maker = unpack(orders[uint16(trade.ids >> 176)]);
        Order memory taker = unpack(orders[uint16(trade.ids >> 160)]);
        uint256 a = trade.amounts >> 128;
        uint256 b = uint128(trade.amounts);
        uint256 takerFee = uint128(trade.fees);
        uint256 rebate = uint128(trade.ids);
        bool inBoughtToken = uint32(trade.ids >> 128) == 1;
        uint256 gives = inBoughtToken ? a : a - rebate;

        holds(gives * maker.buyAmount <= b * maker.sellAmount, "I4: maker's price");
        holds(b * taker.buyAmount <= a * taker.sellAmount, "I4: taker's price");
        holds((trade.fees >> 128) * 10_000 <= b * feeLimit, "I5: maker's fee");
        holds(takerFee * 10_000 <= a * feeLimit, "I5: taker's fee");
        holds(inBoughtToken ? rebate * 10_000 <= b * feeLimit : rebate <= takerFee, "I5: rebate");
        holds(maker.account != taker.account, "no self trade");
        checkInForce(maker, gives);
        checkInForce(taker, b);
    }

    /// I3, and I10 for cancellation, exit and expiry, at the time of the batch.
    function checkInForce(Order memory order, uint256 given) private {
        soldBefore[keccak256(abi.encode(order.account, order.hash))] += given;
        (uint128 sold, uint40 cancelAt) = lens.orderFill(order.account, order.hash);
        holds(sold <= order.sellAmount, "I3: within the order");
        holds(cancelAt == 0 || cancelAt > block.timestamp, "I10: not canceled");
        (, uint40 exitAt) = lens.balances(order.account, lens.tokens(order.sellId));
        holds(exitAt == 0 || exitAt > block.timestamp, "I10: not exited");
        holds(order.expiry > block.timestamp, "not expired");
        holds(order.nonce >= lens.minNonce(order.account, lens.tokens(order.sellId)), "not below the minimum nonce");
        if (order.flags & 2 == 0) return;
        address delegate = order.account == alice ? delegateKey : vm.addr(0xDE1F);
        (address account, uint40 validUntil, uint40 revokedAt, ) = lens.delegates(delegate);
        eq(account, order.account, "I11: delegate's account");
        holds(revokedAt == 0 || revokedAt > block.timestamp, "I10: delegate not revoked");
        holds(validUntil > block.timestamp, "I10: delegate in force");
    }

    function unpack(OrderIn memory order) private view returns (Order memory terms) {
        terms.account = address(uint160(order.terms >> 96));
        terms.sellAmount = order.amounts >> 128;
        terms.buyAmount = uint128(order.amounts);
        terms.sellId = order.tokens >> 240;
        terms.buyId = uint16(order.tokens >> 224);
        terms.flags = uint8(order.tokens >> 216);
        terms.expiry = uint32(order.terms >> 64);
        terms.nonce = uint64(order.terms);
        terms.hash = lens.hashOrder(
            lens.tokens(terms.sellId),
            uint128(terms.sellAmount),
            lens.tokens(terms.buyId),
            uint128(terms.buyAmount),
            uint32(terms.expiry),
            uint64(order.terms)
        );
    }
}
