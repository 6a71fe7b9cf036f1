// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../dist/artifacts/IExchange.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ExchangeFixture} from "./support/ExchangeFixture.sol";
import {MischiefToken} from "./support/MischiefToken.sol";
import {Reenterer} from "./support/Receivers.sol";
import {vm} from "./support/Vm.sol";

/// I16: a token that misbehaves breaks only itself.
contract MischiefTokensTest is ExchangeFixture {
    MischiefToken private token;

    function setUp() public override {
        super.setUp();
        token = new MischiefToken();
        register(address(token));
        token.mint(alice, 100);
        vm.prank(alice);
        token.approve(address(exchange), 100);
    }

    function test_tokenWithoutReturnValueWorks() public {
        token.setMode(MischiefToken.Mode.NoReturnValue);
        deposit(10);
        eq(exchange.getBalance(address(token), alice), 10, "credited");
        exitWithAll();
        eq(token.balanceOf(alice), 100, "and back");
    }

    function test_onlyWhatArrivesIsCredited() public {
        token.setMode(MischiefToken.Mode.TakeFee);
        vm.expectRevert(UnexpectedTokenAmount.selector);
        deposit(10);
        token.setMode(MischiefToken.Mode.PayExtra);
        vm.expectRevert(UnexpectedTokenAmount.selector);
        deposit(10);
        token.setMode(MischiefToken.Mode.ReturnFalse);
        vm.expectPartialRevert(SafeERC20.SafeERC20FailedOperation.selector);
        deposit(10);
        token.setMode(MischiefToken.Mode.Revert);
        vm.expectRevert();
        deposit(10);
        eq(lens.totalLiabilities(address(token)), 0, "nothing owed");
    }

    function test_pausedTokenCanLeaveLater() public {
        deposit(10);
        vm.prank(alice);
        exchange.requestExit(one(address(token)));
        vm.warp(START + WAITING);
        token.setMode(MischiefToken.Mode.Revert);
        vm.expectRevert();
        vm.prank(alice);
        exchange.withdrawExit(address(token), ALL, alice);
        token.setMode(MischiefToken.Mode.Honest);
        vm.prank(alice);
        exchange.withdrawExit(address(token), ALL, alice);
        eq(token.balanceOf(alice), 100, "back");
    }

    /// Otherwise the last of its owners could not leave.
    function test_tokenThatChargesItsSenderChargesWhoLeaves() public {
        deposit(10);
        token.mint(bob, 10);
        vm.prank(bob);
        token.approve(address(exchange), 10);
        vm.prank(bob);
        exchange.depositToken(address(token), 10);
        token.setMode(MischiefToken.Mode.ChargeSender);
        requestExits();
        vm.expectRevert(InsufficientBalance.selector);
        vm.prank(alice);
        exchange.withdrawExit(address(token), ALL, alice);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit Withdrawn(alice, address(token), 5, 0, alice, 0, 3);
        vm.prank(alice);
        exchange.withdrawExit(address(token), 4, alice);
        eq(exchange.getBalance(address(token), alice), 5, "the charge is hers");
        vm.prank(alice);
        exchange.withdrawExit(address(token), 4, alice);
        vm.prank(bob);
        exchange.withdrawExit(address(token), 9, bob);
        eq(exchange.getBalance(address(token), bob), 0, "Bob has left");
        eq(lens.totalLiabilities(address(token)), 0, "nothing owed");
        eq(token.balanceOf(address(exchange)), 0, "nothing held");
    }

    function test_tokenThatPaysLessThanItSaysIsNotPaidOut() public {
        deposit(10);
        requestExits();
        token.setMode(MischiefToken.Mode.PayLess);
        vm.expectRevert(UnexpectedTokenAmount.selector);
        vm.prank(alice);
        exchange.withdrawExit(address(token), ALL, alice);
        eq(exchange.getBalance(address(token), alice), 10, "nothing lost");
    }

    function test_coSignedWithdrawalLosesExactlyItsAmount() public {
        deposit(10);
        MischiefToken.Mode[2] memory modes = [MischiefToken.Mode.ChargeSender, MischiefToken.Mode.PayLess];
        for (uint256 i = 0; i < modes.length; ++i) {
            token.setMode(modes[i]);
            withdraw(UnexpectedTokenAmount.selector);
            eq(exchange.getBalance(address(token), alice), 10, "nothing lost");
        }
        token.setMode(MischiefToken.Mode.Honest);
        withdraw(0);
        eq(exchange.getBalance(address(token), alice), 5, "paid");
    }

    function withdraw(bytes4 refusal) private {
        bytes32 typehash = keccak256(
            "ArbiterWithdrawal(address account,address token,uint256 amount,address receiver,uint64 nonce,uint32 deadline)"
        );
        bytes32 structHash = keccak256(abi.encode(typehash, alice, address(token), 5, alice, 1, FOREVER));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(COSIGNER_KEY, typedDigest(structHash));
        if (refusal != 0) vm.expectRevert(refusal);
        vm.prank(alice);
        exchange.withdraw(address(token), 5, alice, 1, FOREVER, v, r, s);
    }

    function requestExits() private {
        vm.prank(alice);
        exchange.requestExit(one(address(token)));
        vm.prank(bob);
        exchange.requestExit(one(address(token)));
        vm.warp(START + WAITING);
    }

    function test_reentryIsRefusedFromDepositsAndExits() public {
        deposit(10);
        bytes[4] memory attempts = [
            abi.encodeCall(IExchange.depositToken, (address(tokenA), 1)),
            abi.encodeCall(IExchange.requestExit, (one(address(tokenA)))),
            abi.encodeCall(IExchange.cancelOrders, (one(bytes32(uint256(1))))),
            abi.encodeCall(IExchange.withdrawExit, (address(token), ALL, address(token)))
        ];
        for (uint256 i = 0; i < attempts.length; ++i) {
            token.setReentry(attempts[i]);
            deposit(10);
            holds(!token.reentered(), "reentry from a deposit");
        }
        token.setReentry(attempts[3]);
        exitWithAll();
        holds(!token.reentered(), "reentry from an exit");
        eq(exchange.getBalance(address(token), alice), 0, "all paid once");
        eq(token.balanceOf(alice), 100, "exactly");
    }

    function test_etherReceiverCannotReenter() public {
        Reenterer account = new Reenterer();
        vm.deal(address(this), 5);
        fundEther(bob, 7);
        account.act{value: 5}(address(exchange), abi.encodeCall(IExchange.depositEther, ()));
        account.act(address(exchange), abi.encodeCall(IExchange.requestExit, (one(address(0)))));
        vm.warp(START + WAITING);
        bytes memory exit = abi.encodeCall(IExchange.withdrawExit, (address(0), ALL, address(account)));
        account.setAttempt(exit);
        account.act(address(exchange), exit);
        holds(!account.reentered(), "refused");
        eq(address(account).balance, 5, "paid once");
        eq(address(exchange).balance, 7, "Bob's ether is there");
    }

    function deposit(uint256 amount) private {
        vm.prank(alice);
        exchange.depositToken(address(token), amount);
    }

    function exitWithAll() private {
        vm.prank(alice);
        exchange.requestExit(one(address(token)));
        vm.warp(START + WAITING);
        vm.prank(alice);
        exchange.withdrawExit(address(token), ALL, alice);
    }
}
