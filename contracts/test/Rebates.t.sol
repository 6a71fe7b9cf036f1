// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {OrderFixture} from "./support/OrderFixture.sol";
import {vm} from "./support/Vm.sol";

/// What is set aside for rebates, and comes back only slowly.
contract RebatesTest is OrderFixture {
    function test_collectorSetsAsideAndTheAdminGivesBack() public {
        fund(collector, tokenA, 10);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit RebatesFunded(address(tokenA), 7);
        vm.prank(collector);
        exchange.fundRebates(address(tokenA), 7);
        eq(balanceOf(POOL, tokenA), 7, "set aside");
        eq(balanceOf(collector, tokenA), 3, "left");
        vm.expectEmit(true, true, true, true, address(exchange));
        emit RebatesReleased(address(tokenA), 5);
        vm.prank(admin);
        exchange.releaseRebates(address(tokenA), 5);
        eq(balanceOf(POOL, tokenA), 2, "still set aside");
        eq(balanceOf(collector, tokenA), 8, "given back");
        eq(lens.totalLiabilities(address(tokenA)), FUNDS + 10, "owed as before");
    }

    function test_nobodyElseMovesIt() public {
        fundRebates(tokenA, 10);
        address[6] memory others = [alice, settler, attester, coSigner, guardian, admin];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(OnlyFeeCollector.selector);
            vm.prank(others[i]);
            exchange.fundRebates(address(tokenA), 1);
            if (others[i] == admin) continue;
            vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
            vm.prank(others[i]);
            exchange.releaseRebates(address(tokenA), 1);
        }
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        vm.prank(collector);
        exchange.releaseRebates(address(tokenA), 1);
    }

    function test_noMoreThanThereIs() public {
        fundRebates(tokenA, 10);
        vm.expectRevert(InsufficientBalance.selector);
        vm.prank(collector);
        exchange.fundRebates(address(tokenA), 1);
        vm.expectRevert(InsufficientBalance.selector);
        vm.prank(admin);
        exchange.releaseRebates(address(tokenA), 11);
    }

    function test_budgetStaysWhenTheCollectorChanges() public {
        fundRebates(tokenA, 10);
        vm.prank(admin);
        exchange.setFeeCollector(address(0xFEE2));
        eq(balanceOf(POOL, tokenA), 10, "stays");
        vm.prank(admin);
        exchange.releaseRebates(address(tokenA), 10);
        eq(balanceOf(address(0xFEE2), tokenA), 10, "is the new one's");
        vm.expectRevert(OnlyFeeCollector.selector);
        vm.prank(collector);
        exchange.fundRebates(address(tokenA), 0);
    }

    /// Trades without a rebate need no budget.
    function test_collectorThatLeavesTakesNoBudgetWithIt() public {
        fundRebates(tokenB, 1 ether);
        vm.prank(collector);
        exchange.requestExit(one(address(tokenB)));
        vm.warp(START + WAITING);
        vm.expectRevert(ZeroAmount.selector);
        vm.prank(collector);
        exchange.withdrawExit(address(tokenB), ALL, collector);
        TradeTerms memory trade = tradeTerms();
        (trade.rebate, trade.flags) = (0.1 ether, 1);
        expectSettled(makerTerms(), takerTerms(), trade);
    }
}
