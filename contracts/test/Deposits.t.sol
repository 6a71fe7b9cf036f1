// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {TestToken} from "../src/test/TestToken.sol";
import {ExchangeFixture} from "./support/ExchangeFixture.sol";
import {vm} from "./support/Vm.sol";

contract DepositsTest is ExchangeFixture {
    function test_etherIsCreditedByCallAndByPlainTransfer() public {
        vm.deal(carol, 3 ether);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit Deposited(carol, address(0), 1 ether, carol);
        vm.prank(carol);
        exchange.depositEther{value: 1 ether}();
        vm.prank(carol);
        (bool sent, ) = address(exchange).call{value: 2 ether}("");
        holds(sent, "plain transfer");
        eq(exchange.getBalance(address(0), carol), 3 ether, "credited");
        eq(lens.totalLiabilities(address(0)), 3 ether, "owed");
    }

    function test_tokensAreCreditedToTheSenderOrToAnother() public {
        tokenA.mint(carol, 5);
        vm.prank(carol);
        tokenA.approve(address(exchange), 5);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit Deposited(bob, address(tokenA), 5, carol);
        vm.prank(carol);
        exchange.depositTokenFor(bob, address(tokenA), 5);
        eq(balanceOf(bob, tokenA), 5, "credited");
    }

    function test_refusals() public {
        refused(ZeroAmount.selector, carol, address(tokenA), 0);
        refused(AmountTooLarge.selector, carol, address(tokenA), uint256(type(uint128).max) + 1);
        refused(ZeroAddress.selector, address(0), address(tokenA), 1);
        refused(TokenUnknown.selector, carol, address(0), 1);
        refused(DepositsDisabled.selector, carol, address(0xdead), 1);
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        refused(AccountIsDelegate.selector, delegateKey, address(tokenA), 1);
        vm.prank(alice);
        exchange.requestExit(one(address(tokenA)));
        refused(AccountIsExiting.selector, alice, address(tokenA), 1);
        vm.prank(lister);
        exchange.setDepositsEnabled(address(tokenA), false);
        refused(DepositsDisabled.selector, bob, address(tokenA), 1);
    }

    function test_delegateCannotDepositEther() public {
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        vm.deal(delegateKey, 1);
        vm.expectRevert(AccountIsDelegate.selector);
        vm.prank(delegateKey);
        exchange.depositEther{value: 1}();
    }

    function test_sumOfAllDepositsStaysBelowUint128() public {
        TestToken token = new TestToken("Many", "MANY", 27);
        register(address(token));
        fund(alice, token, type(uint128).max);
        vm.prank(alice);
        exchange.requestExit(one(address(token)));
        token.mint(address(this), 1);
        token.approve(address(exchange), 1);
        vm.expectRevert(AmountTooLarge.selector);
        exchange.depositTokenFor(bob, address(token), 1);
    }

    function test_etherIsCreditedToAnother() public {
        vm.deal(carol, 3 ether);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit Deposited(bob, address(0), 1 ether, carol);
        vm.prank(carol);
        exchange.depositEtherFor{value: 1 ether}(bob);
        eq(exchange.getBalance(address(0), bob), 1 ether, "credited");
        eq(exchange.getBalance(address(0), carol), 0, "to nobody else");
        vm.expectRevert(ZeroAddress.selector);
        exchange.depositEtherFor(address(0));
    }

    /// Who could not deposit must not be paid in for either, and nobody feeds the budget of rebates past its event.
    function test_nobodyPaysInForADelegateOrForThePool() public {
        addDelegate(alice, DELEGATE_KEY, FOREVER);
        vm.deal(address(this), 2);
        address[2] memory closed = [delegateKey, POOL];
        for (uint256 i = 0; i < closed.length; ++i) {
            vm.expectRevert(AccountIsDelegate.selector);
            exchange.depositEtherFor{value: 1}(closed[i]);
            refused(AccountIsDelegate.selector, closed[i], address(tokenA), 1);
        }
    }

    function refused(bytes4 selector, address account, address token, uint256 amount) private {
        vm.expectRevert(selector);
        exchange.depositTokenFor(account, token, amount);
    }
}
