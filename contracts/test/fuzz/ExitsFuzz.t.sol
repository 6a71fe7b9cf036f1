// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IExchange} from "../../dist/artifacts/IExchange.sol";
import {TestToken} from "../../src/test/TestToken.sol";
import {ExchangeFixture} from "../support/ExchangeFixture.sol";
import {MischiefToken} from "../support/MischiefToken.sol";
import {vm} from "../support/Vm.sol";

/// Exits with a token that may charge for transfers, asked for, canceled and paid in any order, at any time and in any
/// parts. Each call does what the model says, or is refused for the reason that the model gives.
contract ExitsFuzzTest is ExchangeFixture {
    struct Model {
        uint256 balance;
        uint256 exitAt;
        uint256 waiting;
        uint256 paid;
    }

    MischiefToken private token;
    uint256 private others;

    function setUp() public override {
        super.setUp();
        token = new MischiefToken();
        register(address(token));
        fund(alice, TestToken(address(token)), 1000);
        fund(bob, TestToken(address(token)), 1000);
        others = 1000;
        raiseMinNonce(alice, address(token), 77);
    }

    /// A step each: its lowest bits say what, the others when and how much.
    function testFuzz_everyStepDoesWhatTheModelSays(uint256[12] memory steps) public {
        Model memory model = Model(1000, 0, WAITING, 0);
        for (uint256 i = 0; i < steps.length; ++i) {
            (uint256 what, uint256 detail) = (steps[i] % 8, steps[i] >> 3);
            vm.warp(timeAfter(detail % 4, model));
            token.setMode(detail % 3 == 0 ? MischiefToken.Mode.ChargeSender : MischiefToken.Mode.Honest);
            detail >>= 8;
            if (what == 0) request(model);
            if (what == 1) cancel(model);
            if (what == 2) deposit(model, 1 + (detail % 1000));
            if (what == 3) changeWaiting(model, detail);
            if (what > 3) withdraw(model, amountOf(detail, model));
            compare(model);
        }
    }

    /// The others get theirs whatever one account did, to the last of them.
    function testFuzz_whoLeavesLastLeavesToo(uint256[4] memory parts) public {
        token.setMode(MischiefToken.Mode.ChargeSender);
        askBoth();
        uint256 left = 1000;
        for (uint256 i = 0; i < parts.length && left > 1; ++i) {
            uint256 amount = 1 + (parts[i] % (left - 1));
            vm.prank(alice);
            exchange.withdrawExit(address(token), amount, alice);
            left -= amount + 1;
        }
        vm.prank(bob);
        exchange.withdrawExit(address(token), 999, bob);
        eq(token.balanceOf(bob), 999, "all but the charge");
        eq(token.balanceOf(address(exchange)), left, "what the first still has");
        eq(exchange.getBalance(address(token), alice), left, "and is owed");
    }

    function askBoth() private {
        vm.prank(alice);
        exchange.requestExit(one(address(token)));
        vm.prank(bob);
        exchange.requestExit(one(address(token)));
        vm.warp(START + WAITING);
    }

    function request(Model memory model) private {
        vm.prank(alice);
        exchange.requestExit(one(address(token)));
        if (model.exitAt == 0) model.exitAt = block.timestamp + model.waiting;
    }

    function cancel(Model memory model) private {
        vm.prank(alice);
        exchange.cancelExit(one(address(token)));
        model.exitAt = 0;
    }

    function deposit(Model memory model, uint256 amount) private {
        token.mint(alice, amount + 1);
        vm.prank(alice);
        token.approve(address(exchange), amount);
        bytes4 refusal = model.exitAt == 0 ? bytes4(0) : AccountIsExiting.selector;
        call(abi.encodeCall(IExchange.depositToken, (address(token), amount)), refusal);
        model.paid += amount + 1;
        if (refusal != 0) return;
        model.balance += amount;
        model.paid -= amount + charge();
    }

    function changeWaiting(Model memory model, uint256 detail) private {
        model.waiting = 1 hours + (detail % (7 days - 1 hours + 1));
        vm.prank(admin);
        exchange.setWaitingPeriod(uint32(model.waiting));
    }

    function withdraw(Model memory model, uint256 amount) private {
        uint256 wanted = amount == ALL ? model.balance : amount;
        uint256 lost = wanted + charge();
        bytes4 refusal = 0;
        if (model.exitAt == 0 || model.exitAt > block.timestamp) refusal = ExitNotReady.selector;
        else if (wanted == 0) refusal = ZeroAmount.selector;
        else if (lost > model.balance) refusal = InsufficientBalance.selector;
        call(abi.encodeCall(IExchange.withdrawExit, (address(token), amount, alice)), refusal);
        if (refusal != 0) return;
        model.balance -= lost;
        model.paid += wanted;
    }

    function compare(Model memory model) private view {
        (uint128 amount, uint40 exitAt) = lens.balances(alice, address(token));
        eq(amount, model.balance, "balance");
        eq(exitAt, model.exitAt, "time of the exit");
        eq(lens.minNonce(alice, address(token)), 77, "the minimum nonce beside them");
        eq(token.balanceOf(alice), model.paid, "what she has outside");
        eq(lens.totalLiabilities(address(token)), model.balance + others, "owed");
        eq(token.balanceOf(address(exchange)), model.balance + others, "held");
    }

    function charge() private view returns (uint256) {
        return token.mode() == MischiefToken.Mode.ChargeSender ? 1 : 0;
    }

    /// The call is refused for this reason, or not at all.
    function call(bytes memory data, bytes4 refusal) private {
        vm.prank(alice);
        (bool done, bytes memory reason) = address(exchange).call(data);
        holds(done == (refusal == 0), "whether it is refused");
        if (!done) eq32(bytes4(reason), refusal, "why");
    }

    /// Now, some time on, or just before or when the exit is due.
    function timeAfter(uint256 way, Model memory model) private view returns (uint256) {
        if (way == 0) return block.timestamp;
        if (way == 1 || model.exitAt <= block.timestamp) return block.timestamp + way * 3 hours;
        return way == 2 ? model.exitAt - 1 : model.exitAt;
    }

    function amountOf(uint256 detail, Model memory model) private pure returns (uint256) {
        uint256 way = detail % 8;
        if (way == 0) return ALL;
        if (way == 1) return model.balance;
        if (way == 2) return model.balance + 1;
        if (way == 3) return model.balance == 0 ? 0 : model.balance - 1;
        if (way == 4) return detail >> 3;
        return (detail >> 3) % (model.balance + 1);
    }
}
