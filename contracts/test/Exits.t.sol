// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ExchangeFixture} from "./support/ExchangeFixture.sol";
import {vm} from "./support/Vm.sol";

contract ExitsTest is ExchangeFixture {
    function test_afterTheWaitingPeriodTheWholeBalanceLeaves() public {
        vm.expectEmit(true, true, true, true, address(exchange));
        emit ExitRequested(alice, address(tokenA), uint40(START + WAITING));
        request(alice);
        vm.warp(START + WAITING - 1);
        refused(ExitNotReady.selector, alice);
        vm.warp(START + WAITING);
        refused(BadReceiver.selector, address(0));
        refused(BadReceiver.selector, address(exchange));
        vm.expectEmit(true, true, true, true, address(exchange));
        emit Withdrawn(alice, address(tokenA), FUNDS, 0, carol, 0, 3);
        vm.prank(alice);
        exchange.withdrawExit(address(tokenA), ALL, carol);
        eq(tokenA.balanceOf(carol), FUNDS, "paid");
        eq(balanceOf(alice, tokenA), 0, "nothing left");
        eq(lens.totalLiabilities(address(tokenA)), 0, "nothing owed");
        (, uint40 exitAt) = lens.balances(alice, address(tokenA));
        eq(exitAt, START + WAITING, "the exit stays in force");
        refused(ZeroAmount.selector, alice);
    }

    function test_leavesInPartsAndTheTokenStaysBlocked() public {
        request(alice);
        vm.warp(START + WAITING);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit Withdrawn(alice, address(tokenA), 1 ether, 0, alice, 0, 3);
        vm.prank(alice);
        exchange.withdrawExit(address(tokenA), 1 ether, alice);
        eq(tokenA.balanceOf(alice), 1 ether, "paid");
        eq(balanceOf(alice, tokenA), FUNDS - 1 ether, "the rest");
        eq(lens.totalLiabilities(address(tokenA)), FUNDS - 1 ether, "owed");
        refusedAmount(InsufficientBalance.selector, FUNDS);
        refusedAmount(ZeroAmount.selector, 0);
        tokenA.approve(address(exchange), 1);
        tokenA.mint(address(this), 1);
        vm.expectRevert(AccountIsExiting.selector);
        exchange.depositTokenFor(alice, address(tokenA), 1);
        vm.prank(alice);
        exchange.withdrawExit(address(tokenA), ALL, alice);
        eq(tokenA.balanceOf(alice), FUNDS, "all of it");
    }

    function test_repeatedRequestKeepsTheEarlierTime() public {
        request(alice);
        vm.warp(START + 100);
        request(alice);
        (, uint40 exitAt) = lens.balances(alice, address(tokenA));
        eq(exitAt, START + WAITING, "exit time");
    }

    function test_canceledExitNeedsANewRequest() public {
        request(alice);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit ExitCancelled(alice, address(tokenA));
        vm.prank(alice);
        exchange.cancelExit(one(address(tokenA)));
        vm.warp(START + WAITING);
        refused(ExitNotReady.selector, alice);
        fund(alice, tokenA, 1);
    }

    /// I9 and I15: neither parameters, pause nor the loss of every role postpone a request.
    function test_nothingThatTheOperatorDoesPostponesAnExit() public {
        request(alice);
        vm.prank(guardian);
        exchange.pauseSettlement();
        vm.prank(admin);
        exchange.setWaitingPeriod(7 days);
        vm.prank(guardian);
        exchange.pauseDeposits();
        vm.prank(lister);
        exchange.setDepositsEnabled(address(tokenA), false);
        bytes32 settlerRole = lens.SETTLER_ROLE();
        vm.prank(guardian);
        exchange.dropRole(settlerRole, settler);
        vm.warp(START + WAITING);
        vm.prank(alice);
        exchange.withdrawExit(address(tokenA), ALL, alice);
        eq(tokenA.balanceOf(alice), FUNDS, "left");
    }

    function test_etherLeavesToo() public {
        fundEther(carol, 2 ether);
        vm.prank(carol);
        exchange.requestExit(one(address(0)));
        vm.warp(START + WAITING);
        vm.prank(carol);
        exchange.withdrawExit(address(0), ALL, address(0xCAFE));
        eq(address(0xCAFE).balance, 2 ether, "paid");
    }

    function test_receiverThatRefusesEtherIsToldSo() public {
        fundEther(carol, 2 ether);
        vm.prank(carol);
        exchange.requestExit(one(address(0)));
        vm.warp(START + WAITING);
        vm.expectRevert(TransferFailed.selector);
        vm.prank(carol);
        exchange.withdrawExit(address(0), ALL, address(tokenA));
        eq(exchange.getBalance(address(0), carol), 2 ether, "nothing lost");
    }

    function request(address account) private {
        vm.prank(account);
        exchange.requestExit(one(address(tokenA)));
    }

    function refusedAmount(bytes4 selector, uint256 amount) private {
        vm.expectRevert(selector);
        vm.prank(alice);
        exchange.withdrawExit(address(tokenA), amount, alice);
    }

    function refused(bytes4 selector, address receiver) private {
        vm.expectRevert(selector);
        vm.prank(alice);
        exchange.withdrawExit(address(tokenA), ALL, receiver);
    }
}
