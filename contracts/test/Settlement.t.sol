// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {OrderIn, TradeIn} from "../src/ExchangeTypes.sol";
import {OrderFixture} from "./support/OrderFixture.sol";
import {vm} from "./support/Vm.sol";

contract SettlementTest is OrderFixture {
    function test_tradeMovesBothAmountsAndFillsBothOrders() public {
        vm.expectEmit(true, true, true, true, address(exchange));
        emit TradeSettled(
            1,
            alice,
            bob,
            orderHash(makerTerms()),
            orderHash(takerTerms()),
            10 ether,
            20 ether,
            0,
            0,
            0,
            (1 << 16) | 2,
            0
        );
        vm.expectEmit(true, true, true, true, address(exchange));
        emit BatchSettled(7, 1, 0);
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
        eq(balanceOf(alice, tokenA), FUNDS - 10 ether, "maker's sold token");
        eq(balanceOf(alice, tokenB), 20 ether, "maker's bought token");
        eq(balanceOf(bob, tokenB), FUNDS - 20 ether, "taker's sold token");
        eq(balanceOf(bob, tokenA), 10 ether, "taker's bought token");
        eq(soldOf(alice, makerTerms()), 10 ether, "maker's fill");
        eq(soldOf(bob, takerTerms()), 20 ether, "taker's fill");
        holds(lens.isTradeSettled(1), "trade is marked");
    }

    function test_feesComeOffWhatIsBoughtAndGoToTheCollector() public {
        TradeTerms memory trade = tradeTerms();
        trade.makerFee = 0.4 ether;
        trade.takerFee = 0.2 ether;
        expectSettled(makerTerms(), takerTerms(), trade);
        eq(balanceOf(alice, tokenB), 20 ether - 0.4 ether, "maker bought");
        eq(balanceOf(bob, tokenA), 10 ether - 0.2 ether, "taker bought");
        eq(balanceOf(collector, tokenB), 0.4 ether, "maker fee");
        eq(balanceOf(collector, tokenA), 0.2 ether, "taker fee");
    }

    function test_rebateInTheSoldTokenLowersWhatTheMakerGives() public {
        fundRebates(tokenA, 1 ether);
        TradeTerms memory trade = tradeTerms();
        trade.takerFee = 0.2 ether;
        trade.rebate = 0.15 ether;
        expectSettled(makerTerms(), takerTerms(), trade);
        eq(balanceOf(alice, tokenA), FUNDS - 9.85 ether, "maker gave the amount less the rebate");
        eq(balanceOf(bob, tokenA), 9.8 ether, "taker got the amount less the fee");
        eq(balanceOf(collector, tokenA), 0.2 ether, "collector took the whole fee");
        eq(balanceOf(POOL, tokenA), 0.85 ether, "the budget paid");
        eq(soldOf(alice, makerTerms()), 9.85 ether, "fill net of rebate");
    }

    function test_rebateInTheBoughtTokenIsPaidByTheBudget() public {
        fundRebates(tokenB, 1 ether);
        TradeTerms memory trade = tradeTerms();
        trade.takerFee = 0.2 ether;
        trade.rebate = 0.3 ether;
        trade.flags = 1;
        expectSettled(makerTerms(), takerTerms(), trade);
        eq(balanceOf(alice, tokenA), FUNDS - 10 ether, "maker gave the whole amount");
        eq(balanceOf(alice, tokenB), 20.3 ether, "maker bought with the rebate");
        eq(balanceOf(POOL, tokenB), 0.7 ether, "the budget paid");
        eq(balanceOf(collector, tokenB), 0, "the collector paid nothing");
        eq(balanceOf(collector, tokenA), 0.2 ether, "collector took the whole fee");
    }

    function test_ordersFillInPartsAcrossBatchesAndWithinOne() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        TradeTerms memory trade = tradeTerms();
        TradeIn[] memory trades = new TradeIn[](3);
        for (uint64 i = 0; i < 3; ++i) {
            trade.id = 10 + i;
            trade.makerAmount = 40 ether;
            trade.takerAmount = 80 ether;
            trades[i] = packed(trade);
        }
        vm.expectEmit(true, true, true, true, address(exchange));
        emit BatchSettled(7, 2, 1);
        uint8[] memory codes = settle(orders, trades);
        eq(codes[0] + codes[1], 0, "two fit");
        eq(codes[2], 14, "the third would overfill");
        trade.id = 13;
        trade.makerAmount = 20 ether;
        trade.takerAmount = 40 ether;
        eq(settle(orders, single(trade))[0], 0, "the rest fits later");
        eq(soldOf(alice, makerTerms()), 100 ether, "completely filled");
    }

    function test_bothFormatsOfOneOrderShareOneFill() public {
        OrderTerms memory personal = makerTerms();
        personal.flags = PERSONAL;
        TradeTerms memory trade = tradeTerms();
        trade.makerAmount = 60 ether;
        trade.takerAmount = 120 ether;
        expectSettled(personal, takerTerms(), trade);
        OrderTerms memory other = takerTerms();
        other.nonce = 3;
        trade.id = 2;
        expectFailure(makerTerms(), other, trade, 14, 1);
    }

    function test_delegateTradesForItsAccount() public {
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        OrderTerms memory maker = makerTerms();
        maker.key = DELEGATE_KEY;
        maker.flags = DELEGATED;
        expectSettled(maker, takerTerms(), tradeTerms());
        maker.nonce = 9;
        maker.flags = DELEGATED | PERSONAL;
        TradeTerms memory trade = tradeTerms();
        trade.id = 2;
        expectSettled(maker, takerTerms(), trade);
    }

    function test_etherIsTokenZero() public {
        fundEther(alice, 5 ether);
        OrderTerms memory maker = makerTerms();
        maker.sellId = 0;
        OrderTerms memory taker = takerTerms();
        taker.buyId = 0;
        TradeTerms memory trade = tradeTerms();
        trade.makerAmount = 5 ether;
        trade.takerAmount = 10 ether;
        expectSettled(maker, taker, trade);
        eq(exchange.getBalance(address(0), bob), 5 ether, "ether bought");
    }

    function test_failedTradeLeavesItsNeighboursAlone() public {
        TradeTerms memory trade = tradeTerms();
        TradeIn[] memory trades = new TradeIn[](2);
        trade.takerIndex = 9;
        trades[0] = packed(trade);
        trade.takerIndex = 1;
        trade.id = 2;
        trades[1] = packed(trade);
        uint8[] memory codes = settle(pair(makerTerms(), takerTerms()), trades);
        eq(codes[0], 2, "bad index");
        eq(codes[1], 0, "settled");
        trade.id = 1;
        expectSettled(makerTerms(), takerTerms(), trade);
    }

    function test_tradeIdsAreIndependentAcrossWords() public {
        TradeTerms memory trade = tradeTerms();
        trade.makerAmount = 1 ether;
        trade.takerAmount = 2 ether;
        uint64[4] memory ids = [uint64(0), 255, 256, type(uint64).max];
        for (uint256 i = 0; i < ids.length; ++i) {
            trade.id = ids[i];
            expectSettled(makerTerms(), takerTerms(), trade);
            expectFailure(makerTerms(), takerTerms(), trade, 1, 0);
        }
    }

    function test_onlySettlersSettleAndEachOfThem() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        TradeIn[] memory trades = single(tradeTerms());
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, FOREVER, orders, trades);
        address[3] memory others = [thief, attester, coSigner];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
            vm.prank(others[i]);
            exchange.settleBatch(7, FOREVER, orders, trades, r, vs);
        }
        vm.prank(standby);
        eq(exchange.settleBatch(7, FOREVER, orders, trades, r, vs)[0], 0, "the standby settles");
    }

    function test_callIsValidUntilItsTimeInclusive() public {
        OrderIn[] memory orders = pair(makerTerms(), takerTerms());
        TradeIn[] memory trades = single(tradeTerms());
        expectRefused(DeadlinePassed.selector, uint32(START - 1), orders, trades);
        (bytes32 r, bytes32 vs) = attest(ATTESTER_KEY, uint32(START), orders, trades);
        vm.prank(settler);
        eq(exchange.settleBatch(7, uint32(START), orders, trades, r, vs)[0], 0, "at its last second");
    }

    function test_sizesAreLimited() public {
        OrderIn[] memory orders = new OrderIn[](257);
        TradeIn[] memory trades = new TradeIn[](0);
        expectRefused(BatchTooLarge.selector, FOREVER, orders, trades);
        orders = new OrderIn[](0);
        trades = new TradeIn[](129);
        expectRefused(BatchTooLarge.selector, FOREVER, orders, trades);
        trades = new TradeIn[](0);
        eq(settle(orders, trades).length, 0, "an empty batch is allowed");
    }
}
