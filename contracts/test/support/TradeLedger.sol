// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderIn, TradeIn} from "../../src/ExchangeTypes.sol";
import {BatchReading} from "./BatchReading.sol";
import {WithdrawalFixture} from "./WithdrawalFixture.sol";
import {vm} from "./Vm.sol";

/// Settles batches and checks every trade of them against the rules, said again independently of the contract.
abstract contract TradeLedger is BatchReading, WithdrawalFixture {
    mapping(uint64 tradeId => bool) public hasSettled;
    mapping(bytes32 fillKey => uint256) public soldBefore;
    uint256 public settledCount;
    mapping(uint8 code => uint256) public failures;

    function onSettled(TradeIn memory trade) internal virtual;

    function settleAndCheck(OrderIn[] memory orders, TradeIn[] memory trades) internal {
        uint16 feeLimit = lens.maxFeeBps();
        vm.recordLogs();
        uint8[] memory codes = settle(orders, trades);
        checkedEvents(trades, codes);
        for (uint256 i = 0; i < codes.length; ++i) {
            if (codes[i] != 0) {
                ++failures[codes[i]];
                continue;
            }
            checkSettled(orders, unpacked(trades[i]), feeLimit);
            ++settledCount;
            onSettled(trades[i]);
        }
        for (uint256 i = 0; i < codes.length; ++i) {
            if (codes[i] != 0) continue;
            Deal memory deal = unpacked(trades[i]);
            checkFill(orders[deal.makerIndex]);
            checkFill(orders[deal.takerIndex]);
        }
    }

    /// I3: the order has given exactly what its trades took.
    function checkFill(OrderIn memory words) private view {
        Order memory order = hashed(words);
        (uint128 sold, ) = lens.orderFill(order.account, order.hash);
        eq(sold, soldBefore[keccak256(abi.encode(order.account, order.hash))], "I3: given in all");
    }

    function checkSettled(OrderIn[] memory orders, Deal memory deal, uint16 feeLimit) private {
        uint64 id = uint64(deal.id);
        holds(!hasSettled[id], "I6: settles once");
        hasSettled[id] = true;
        Order memory maker = hashed(orders[deal.makerIndex]);
        Order memory taker = hashed(orders[deal.takerIndex]);
        (uint256 a, uint256 b) = (deal.given, deal.taken);
        bool inBoughtToken = deal.flags == 1;

        holds(deal.makerGives * maker.buyAmount <= b * maker.sellAmount, "I4: maker's price");
        holds(b * taker.buyAmount <= a * taker.sellAmount, "I4: taker's price");
        holds(deal.makerFee * 10_000 <= b * feeLimit, "I5: maker's fee");
        holds(deal.takerFee * 10_000 <= a * feeLimit, "I5: taker's fee");
        holds(inBoughtToken ? deal.rebate * 10_000 <= b * feeLimit : deal.rebate <= deal.takerFee, "I5: rebate");
        holds(maker.account != taker.account, "no self trade");
        checkInForce(maker, deal.makerGives);
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

    function hashed(OrderIn memory words) private view returns (Order memory order) {
        order = unpacked(words);
        order.hash = hashOf(order, false);
    }
}
