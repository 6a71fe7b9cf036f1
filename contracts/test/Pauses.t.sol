// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {OrderFixture} from "./support/OrderFixture.sol";
import {vm} from "./support/Vm.sol";

contract PausesTest is OrderFixture {
    uint40 private constant UNTIL = uint40(START + WAITING / 8);

    function test_pauseOfSettlementEndsByItself() public {
        vm.expectEmit(true, true, true, true, address(exchange));
        emit SettlementPaused(UNTIL);
        pause();
        expectStopped();
        vm.warp(UNTIL - 1);
        expectStopped();
        vm.warp(UNTIL);
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
    }

    /// So a trade that was matched before an exit was asked for can always be settled before the exit.
    function test_isNotRepeatedBeforeTheWaitingPeriodIsOver() public {
        pause();
        uint256[3] memory times = [START, uint256(UNTIL), START + WAITING - 1];
        for (uint256 i = 0; i < times.length; ++i) {
            vm.warp(times[i]);
            refusedPause();
        }
        vm.warp(START + WAITING);
        pause();
        expectStopped();
        (uint40 until, uint40 again) = lens.settlementPause();
        eq(until, START + WAITING + WAITING / 8, "until");
        eq(again, START + 2 * WAITING, "again");
    }

    /// Or an exit that was asked for after the change would be due while its trades can't settle.
    function test_shorterWaitingPeriodShortensThePause() public {
        setWaitingPeriod(7 days);
        vm.warp(START + WAITING);
        pause();
        vm.warp(START + WAITING + 60);
        uint40 until = uint40(START + WAITING + 60 + 1 hours / 8);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit SettlementPaused(until);
        setWaitingPeriod(1 hours);
        vm.prank(alice);
        exchange.requestExit(one(address(tokenA)));
        vm.warp(until - 1);
        expectStopped();
        vm.warp(until);
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
        refusedPause();
        (, uint40 again) = lens.settlementPause();
        eq(again, START + WAITING + 7 days, "the next pause as late as before");
    }

    function test_shorterWaitingPeriodLeavesWhatEndsSooner() public {
        pause();
        vm.warp(UNTIL - 60);
        setWaitingPeriod(1 hours);
        (uint40 until, ) = lens.settlementPause();
        eq(until, UNTIL, "no longer than it was");
        vm.warp(UNTIL);
        setWaitingPeriod(2 hours);
        (until, ) = lens.settlementPause();
        eq(until, UNTIL, "over is over");
    }

    /// An exit keeps the time of the former period, and a pause of the new one would outlast it.
    function test_longerWaitingPeriodAllowsNoPauseBeforeFormerExitsAreDue() public {
        setWaitingPeriod(1 hours);
        vm.prank(alice);
        exchange.requestExit(one(address(tokenA)));
        setWaitingPeriod(7 days);
        refusedPause();
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
        vm.warp(START + 1 hours - 1);
        refusedPause();
        vm.warp(START + 1 hours);
        vm.prank(alice);
        exchange.withdrawExit(address(tokenA), ALL, alice);
        pause();
        (uint40 until, uint40 again) = lens.settlementPause();
        eq(until, START + 1 hours + 21 hours, "until");
        eq(again, START + 1 hours + 7 days, "again");
    }

    function test_longerWaitingPeriodBringsNoPauseForward() public {
        pause();
        vm.warp(START + 60);
        setWaitingPeriod(1 hours);
        setWaitingPeriod(2 hours);
        (, uint40 again) = lens.settlementPause();
        eq(again, START + WAITING, "again");
    }

    function test_adminResumesAndThePauseStillCountsAsOne() public {
        pause();
        vm.expectEmit(true, true, true, true, address(exchange));
        emit SettlementResumed();
        vm.prank(admin);
        exchange.resumeSettlement();
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
        refusedPause();
    }

    function test_pauseOfSettlementStopsNoDeposit() public {
        pause();
        fund(alice, tokenA, 1);
        eq(balanceOf(alice, tokenA), FUNDS + 1, "credited");
    }

    function test_depositsPauseUntilTheAdminResumesThem() public {
        vm.expectEmit(true, true, true, true, address(exchange));
        emit DepositsPaused();
        vm.prank(guardian);
        exchange.pauseDeposits();
        holds(lens.depositsPaused(), "lens");
        vm.warp(START + 7 days);
        vm.expectRevert(DepositsStopped.selector);
        exchange.depositTokenFor(alice, address(tokenA), 1);
        vm.deal(address(this), 4);
        vm.expectRevert(DepositsStopped.selector);
        exchange.depositEther{value: 1}();
        vm.expectRevert(DepositsStopped.selector);
        exchange.depositEtherFor{value: 1}(alice);
        (bool sent, ) = address(exchange).call{value: 1}("");
        holds(!sent, "plain transfer");
        expectSettled(makerTerms(), takerTerms(), tradeTerms());
        vm.expectEmit(true, true, true, true, address(exchange));
        emit DepositsResumed();
        vm.prank(admin);
        exchange.resumeDeposits();
        fund(alice, tokenA, 1);
    }

    /// Whatever is stopped: who wants to leave, cancel or take a key away can.
    function test_nothingElseIsEverPaused() public {
        pause();
        vm.prank(guardian);
        exchange.pauseDeposits();
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        vm.prank(alice);
        exchange.removeDelegate(delegateKey);
        vm.prank(alice);
        exchange.cancelOrders(one(orderHash(makerTerms())));
        vm.prank(alice);
        exchange.requestMinNonce(address(tokenA), 5);
        raiseMinNonce(alice, address(tokenA), 4);
        vm.prank(alice);
        exchange.requestExit(one(address(tokenA)));
        vm.warp(START + WAITING);
        exchange.applyMinNonce(alice, address(tokenA));
        vm.prank(guardian);
        exchange.pauseSettlement();
        vm.prank(alice);
        exchange.withdrawExit(address(tokenA), ALL, alice);
        eq(tokenA.balanceOf(alice), FUNDS, "left");
    }

    function setWaitingPeriod(uint32 period) private {
        vm.prank(admin);
        exchange.setWaitingPeriod(period);
    }

    function pause() private {
        vm.prank(guardian);
        exchange.pauseSettlement();
    }

    function refusedPause() private {
        vm.expectRevert(PausedRecently.selector);
        vm.prank(guardian);
        exchange.pauseSettlement();
    }

    function expectStopped() private {
        expectRefused(
            SettlementStopped.selector,
            FOREVER,
            pair(makerTerms(), takerTerms()),
            single(tradeTerms())
        );
    }
}
