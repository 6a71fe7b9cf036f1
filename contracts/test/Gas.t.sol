// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderIn, TradeIn} from "../src/ExchangeTypes.sol";
import {OrderFixture} from "./support/OrderFixture.sol";
import {vm} from "./support/Vm.sol";

/// What a settled trade costs in a transaction of its own, call data and base fee included. All balances
/// exist beforehand: a first-ever balance costs about 17,100 more, once. Each figure has a limit, and must be the one
/// in contracts/snapshots (node contracts/forge.mjs renew writes them), so that none creeps up unseen.
contract GasTest is OrderFixture {
    uint256 private constant MAKERS = 0x1000000;
    uint256 private constant TAKERS = 0x2000000;
    uint64 private constant FIRST_ID = 1000 * 256;
    uint256 private constant TRANSACTION_GAS_CAP = 16_777_216;

    uint256 private constant SIZE_LIMIT = 22_500;

    function setUp() public override {
        super.setUp();
        fund(collector, tokenA, 1 ether);
        fund(collector, tokenB, 1 ether);
        for (uint256 i = 0; i < 128; ++i) {
            fund(vm.addr(MAKERS + i), tokenA, 1000 ether);
            fund(vm.addr(MAKERS + i), tokenB, 1000 ether);
            fund(vm.addr(TAKERS + i), tokenA, 1000 ether);
            fund(vm.addr(TAKERS + i), tokenB, 1000 ether);
        }
        // Trade ids are dense, so that all but one of 256 trades find their word of the bitmap in use.
        (OrderIn[] memory orders, TradeIn[] memory trades) = sameTwo(1);
        trades[0] = tradeOf(200, 0, 1);
        orders[0] = signed(makerTerms());
        orders[1] = signed(takerTerms());
        settle(orders, trades);
    }

    /// forge-config: default.isolate = true
    function test_freshPairsInABatchOfTen() public {
        measure("batch of 10 fresh pairs", freshOrders(10, 0), pairs(10), 98_000);
    }

    /// forge-config: default.isolate = true
    function test_freshPairsInABatchOfFifty() public {
        measure("batch of 50 fresh pairs", freshOrders(50, 0), pairs(50), 97_000);
    }

    /// forge-config: default.isolate = true
    function test_freshPairsWithPersonalMakers() public {
        measure("batch of 50, personal makers", freshOrders(50, PERSONAL), pairs(50), 97_000);
    }

    /// forge-config: default.isolate = true
    function test_fullBatchStaysBelowTheTransactionCap() public {
        uint256 gas = measure("batch of 128 fresh pairs", freshOrders(128, 0), pairs(128), 97_000);
        holds(gas * 128 < TRANSACTION_GAS_CAP, "below EIP-7825's cap");
    }

    /// forge-config: default.isolate = true
    function test_oneTakerSweepsFiftyMakers() public {
        (OrderIn[] memory orders, TradeIn[] memory trades) = sweep(50);
        measure("sweep of 50 makers", orders, trades, 57_000);
    }

    /// forge-config: default.isolate = true
    function test_fiftyTradesOfTheSameTwoOrders() public {
        (OrderIn[] memory orders, TradeIn[] memory trades) = sameTwo(50);
        measure("50 trades of two orders", orders, trades, 16_000);
    }

    /// forge-config: default.isolate = true
    function test_resubmittedBatchCostsLittle() public {
        (OrderIn[] memory orders, TradeIn[] memory trades) = sameTwo(50);
        settle(orders, trades);
        settle(orders, trades);
        expectAtMost("50 duplicates", vm.lastCallGas().gasTotalUsed / 50, 6_000);
    }

    function test_codeLeavesRoom() public {
        uint256 size = address(exchange).code.length;
        vm.snapshotValue("size", "exchange", size);
        holds(size <= SIZE_LIMIT, "size of the exchange");
        vm.snapshotValue("size", "lens", vm.getDeployedCode("contracts/dist/artifacts/ExchangeLens.json").length);
        vm.snapshotValue("size", "router", vm.getDeployedCode("contracts/dist/artifacts/DepositRouter.json").length);
    }

    function measure(
        string memory what,
        OrderIn[] memory orders,
        TradeIn[] memory trades,
        uint256 limit
    ) private returns (uint256 gas) {
        uint8[] memory codes = settle(orders, trades);
        gas = vm.lastCallGas().gasTotalUsed / trades.length;
        for (uint256 i = 0; i < codes.length; ++i) eq(codes[i], 0, "settled");
        expectAtMost(what, gas, limit);
    }

    function expectAtMost(string memory what, uint256 gas, uint256 limit) private {
        vm.snapshotValue("gas", what, gas);
        if (gas > limit) revert Differs(what, gas, limit);
    }

    function freshOrders(uint256 count, uint8 makerFlags) private view returns (OrderIn[] memory orders) {
        orders = new OrderIn[](2 * count);
        for (uint256 i = 0; i < count; ++i) {
            orders[2 * i] = signed(makerOf(MAKERS + i, makerFlags));
            orders[2 * i + 1] = signed(takerOf(TAKERS + i));
        }
    }

    function makerOf(uint256 key, uint8 flags) private view returns (OrderTerms memory terms) {
        terms = makerTerms();
        (terms.key, terms.account, terms.flags) = (key, vm.addr(key), flags);
    }

    function takerOf(uint256 key) private view returns (OrderTerms memory terms) {
        terms = takerTerms();
        (terms.key, terms.account) = (key, vm.addr(key));
    }

    function pairs(uint16 count) private pure returns (TradeIn[] memory trades) {
        trades = new TradeIn[](count);
        for (uint16 i = 0; i < count; ++i) trades[i] = tradeOf(i, 2 * i, 2 * i + 1);
    }

    function tradeOf(uint16 number, uint16 makerIndex, uint16 takerIndex) private pure returns (TradeIn memory) {
        TradeTerms memory trade = tradeTerms();
        trade.id = FIRST_ID + number;
        (trade.makerIndex, trade.takerIndex) = (makerIndex, takerIndex);
        (trade.makerAmount, trade.takerAmount) = (1 ether, 2 ether);
        (trade.makerFee, trade.takerFee) = (0.002 ether, 0.002 ether);
        return packed(trade);
    }

    function sweep(uint16 count) private view returns (OrderIn[] memory orders, TradeIn[] memory trades) {
        orders = new OrderIn[](count + 1);
        trades = new TradeIn[](count);
        orders[count] = signed(takerOf(TAKERS));
        for (uint16 i = 0; i < count; ++i) {
            orders[i] = signed(makerOf(MAKERS + i, 0));
            trades[i] = tradeOf(i, i, count);
        }
    }

    function sameTwo(uint16 count) private view returns (OrderIn[] memory orders, TradeIn[] memory trades) {
        orders = freshOrders(1, 0);
        trades = new TradeIn[](count);
        for (uint16 i = 0; i < count; ++i) trades[i] = tradeOf(i, 0, 1);
    }
}
