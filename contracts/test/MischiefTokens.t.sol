// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../dist/artifacts/IExchange.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {WithdrawalIn} from "../src/ExchangeTypes.sol";
import {TestToken} from "../src/test/TestToken.sol";
import {MischiefToken} from "./support/MischiefToken.sol";
import {Reenterer} from "./support/Receivers.sol";
import {WithdrawalFixture} from "./support/WithdrawalFixture.sol";
import {vm} from "./support/Vm.sol";

/// I16: a token that misbehaves breaks only itself.
contract MischiefTokensTest is WithdrawalFixture {
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
        fund(bob, TestToken(address(token)), 10);
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
        bytes32 digest = withdrawalDigest(alice, address(token), 5, alice, 1, FOREVER);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(COSIGNER_KEY, digest);
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

    /// Each of them is refused by the guard, before it looks at anything else.
    function test_guardRefusesEveryCallOfAnAccountFromADeposit() public {
        bytes[] memory calls = callsOfAccounts();
        for (uint256 i = 0; i < calls.length; ++i) {
            token.setReentry(calls[i]);
            deposit(1);
            expectRefusedByGuard();
        }
    }

    /// The token could leave with an account of its own in another token, were it not for the guard.
    function test_guardRefusesAnExitFromEveryWayOut() public {
        deposit(30);
        giveTheTokenAnExit();
        requestExits();
        bytes memory exit = abi.encodeCall(IExchange.withdrawExit, (address(tokenA), 1, address(token)));
        token.setReentry(exit);
        vm.prank(alice);
        exchange.withdrawExit(address(token), 5, alice);
        expectRefusedByGuard();
        token.setReentry(exit);
        withdraw(0);
        expectRefusedByGuard();
        token.setReentry(exit);
        WithdrawalIn memory item = fullItem();
        (item.token, item.amount, item.maxFee, item.fee) = (address(token), 5, 0, 0);
        item.deadline = FOREVER;
        submit(signedFull(item, ALICE_KEY));
        expectRefusedByGuard();
        token.setReentry(exit);
        vm.prank(alice);
        token.approve(address(exchange), 5);
        vm.prank(bob);
        exchange.cancelExit(one(address(token)));
        vm.prank(alice);
        exchange.depositTokenFor(bob, address(token), 1);
        expectRefusedByGuard();
        eq(token.balanceOf(alice), 100 - 30 + 5 + 5 - 1, "each paid once");
        eq(token.balanceOf(carol), 5, "and so is Carol");
        token.setMode(MischiefToken.Mode.Honest);
        token.act(address(exchange), exit);
        eq(tokenA.balanceOf(address(token)), 1, "alone it works");
    }

    function test_etherReceiverCannotReenter() public {
        Reenterer account = new Reenterer();
        vm.deal(address(this), 5);
        fundEther(bob, 7);
        fund(address(account), tokenA, 1);
        account.act{value: 5}(address(exchange), abi.encodeCall(IExchange.depositEther, ()));
        account.act(address(exchange), abi.encodeCall(IExchange.requestExit, (one(address(0)))));
        account.act(address(exchange), abi.encodeCall(IExchange.requestExit, (one(address(tokenA)))));
        vm.warp(START + WAITING);
        address[2] memory tokens = [address(0), address(tokenA)];
        for (uint256 i = 0; i < tokens.length; ++i) {
            account.setAttempt(abi.encodeCall(IExchange.withdrawExit, (tokens[i], 1, address(account))));
            bytes memory exit = abi.encodeCall(IExchange.withdrawExit, (address(0), 2, address(account)));
            account.act(address(exchange), exit);
            holds(!account.reentered(), "reentered");
            eq32(account.refusal(), ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector, "why");
        }
        eq(address(account).balance, 4, "paid once each time");
        eq(address(exchange).balance, 8, "the rest is there");
    }

    function callsOfAccounts() private view returns (bytes[] memory calls) {
        bytes32[] memory hashes = one(bytes32(uint256(1)));
        address[] memory tokens = one(address(tokenA));
        calls = new bytes[](18);
        calls[0] = abi.encodeCall(IExchange.depositToken, (address(tokenA), 1));
        calls[1] = abi.encodeCall(IExchange.depositTokenFor, (bob, address(tokenA), 1));
        calls[2] = abi.encodeCall(IExchange.depositEther, ());
        calls[3] = abi.encodeCall(IExchange.depositEtherFor, (bob));
        calls[4] = abi.encodeCall(IExchange.requestExit, (tokens));
        calls[5] = abi.encodeCall(IExchange.cancelExit, (tokens));
        calls[6] = abi.encodeCall(IExchange.withdrawExit, (address(tokenA), 1, bob));
        calls[7] = abi.encodeCall(IExchange.withdraw, (address(tokenA), 1, bob, 1, FOREVER, 27, 0, 0));
        calls[8] = abi.encodeCall(IExchange.cancelOrders, (hashes));
        calls[9] = abi.encodeCall(IExchange.cancelOrdersCoSigned, (hashes, FOREVER, 27, 0, 0));
        calls[10] = abi.encodeCall(IExchange.requestMinNonce, (address(tokenA), 1));
        calls[11] = abi.encodeCall(IExchange.applyMinNonce, (bob, address(tokenA)));
        calls[12] = abi.encodeCall(IExchange.raiseMinNonceCoSigned, (address(tokenA), 1, FOREVER, 27, 0, 0));
        calls[13] = abi.encodeCall(IExchange.voidNonces, (new uint64[](1)));
        calls[14] = abi.encodeCall(IExchange.addDelegate, (bob, FOREVER, FOREVER, 27, 0, 0));
        calls[15] = abi.encodeCall(IExchange.removeDelegate, (bob));
        calls[16] = abi.encodeCall(IExchange.removeDelegateCoSigned, (bob, FOREVER, 27, 0, 0));
        calls[17] = abi.encodeCall(IExchange.fundRebates, (address(tokenA), 1));
    }

    function giveTheTokenAnExit() private {
        fund(address(token), tokenA, 10);
        token.act(address(exchange), abi.encodeCall(IExchange.requestExit, (one(address(tokenA)))));
    }

    function expectRefusedByGuard() private view {
        holds(!token.reentered(), "reentered");
        eq32(token.refusal(), ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector, "why");
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
