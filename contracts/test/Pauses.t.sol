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
