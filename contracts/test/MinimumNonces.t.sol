// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ExchangeFixture} from "./support/ExchangeFixture.sol";
import {vm} from "./support/Vm.sol";

contract MinimumNoncesTest is ExchangeFixture {
    function test_aloneAfterTheWaitingPeriodByAnybody() public {
        vm.expectEmit(true, true, true, true, address(exchange));
        emit MinNonceRequested(alice, address(tokenA), 100, uint40(START + WAITING));
        request(100);
        expectWaiting(100, START + WAITING);
        vm.warp(START + WAITING - 1);
        refusedYet();
        eq(minNonce(), 0, "not yet");
        vm.warp(START + WAITING);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit MinNonceRaised(alice, address(tokenA), 100);
        applyIt();
        eq(minNonce(), 100, "raised");
        eq(balanceOf(alice, tokenA), FUNDS, "the balance beside it stays");
        expectWaiting(0, 0);
        refusedYet();
    }

    function test_requestThatIsNotHigherKeepsTheEarlierTime() public {
        request(100);
        vm.warp(START + 100);
        vm.recordLogs();
        request(100);
        request(99);
        eq(vm.getRecordedLogs().length, 0, "nothing said");
        expectWaiting(100, START + WAITING);
        request(101);
        expectWaiting(101, START + 100 + WAITING);
    }

    /// Or asking for more would take away what was to be had already.
    function test_higherRequestAppliesTheOneThatIsDue() public {
        request(100);
        vm.warp(START + WAITING);
        request(200);
        eq(minNonce(), 100, "applied");
        expectWaiting(200, START + 2 * WAITING);
    }

    function test_coSignedAtOnceAndNeverFalls() public {
        request(50);
        vm.expectEmit(true, true, true, true, address(exchange));
        emit MinNonceRaised(alice, address(tokenA), 100);
        raiseMinNonce(alice, address(tokenA), 100);
        vm.recordLogs();
        raiseMinNonce(alice, address(tokenA), 100);
        raiseMinNonce(alice, address(tokenA), 99);
        request(100);
        vm.warp(START + WAITING);
        applyIt();
        eq(vm.getRecordedLogs().length, 0, "nothing said");
        eq(minNonce(), 100, "nothing changed");
        request(type(uint64).max);
        vm.warp(START + 2 * WAITING);
        applyIt();
        eq(minNonce(), type(uint64).max, "the highest");
    }

    function test_isOfOneAccountAndOneToken() public {
        raiseMinNonce(alice, address(tokenA), 100);
        eq(lens.minNonce(alice, address(tokenB)), 0, "other token");
        eq(lens.minNonce(bob, address(tokenA)), 0, "other account");
    }

    function test_coSignatureIsForOneCall() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(COSIGNER_KEY, minNonceDigest(alice, address(tokenA), 100));
        refusedCoSigned(InvalidSignature.selector, bob, address(tokenA), 100, FOREVER, v, r, s);
        refusedCoSigned(InvalidSignature.selector, alice, address(tokenB), 100, FOREVER, v, r, s);
        refusedCoSigned(InvalidSignature.selector, alice, address(tokenA), 101, FOREVER, v, r, s);
        refusedCoSigned(InvalidSignature.selector, alice, address(tokenA), 100, FOREVER - 1, v, r, s);
        refusedCoSigned(DeadlinePassed.selector, alice, address(tokenA), 100, uint32(START - 1), v, r, s);
        uint256[2] memory keys = [ALICE_KEY, ATTESTER_KEY];
        for (uint256 i = 0; i < keys.length; ++i) {
            (v, r, s) = vm.sign(keys[i], minNonceDigest(alice, address(tokenA), 100));
            refusedCoSigned(InvalidSignature.selector, alice, address(tokenA), 100, FOREVER, v, r, s);
        }
    }

    /// Three facts share the slot of a balance.
    function test_exitTimeAmountAndMinimumLeaveEachOtherAlone() public {
        raiseMinNonce(alice, address(tokenA), type(uint64).max - 1);
        vm.prank(alice);
        exchange.requestExit(one(address(tokenA)));
        raiseMinNonce(alice, address(tokenA), type(uint64).max);
        (uint128 amount, uint40 exitAt) = lens.balances(alice, address(tokenA));
        eq(amount, FUNDS, "amount");
        eq(exitAt, START + WAITING, "exit");
        vm.warp(START + WAITING);
        vm.prank(alice);
        exchange.withdrawExit(address(tokenA), FUNDS - 1, alice);
        (amount, exitAt) = lens.balances(alice, address(tokenA));
        eq(amount, 1, "amount");
        eq(exitAt, START + WAITING, "exit");
        eq(minNonce(), type(uint64).max, "minimum");
        vm.prank(alice);
        exchange.cancelExit(one(address(tokenA)));
        fund(alice, tokenA, 2);
        (amount, exitAt) = lens.balances(alice, address(tokenA));
        eq(amount, 3, "amount");
        eq(exitAt, 0, "exit");
        eq(minNonce(), type(uint64).max, "minimum");
    }

    function request(uint64 value) private {
        vm.prank(alice);
        exchange.requestMinNonce(address(tokenA), value);
    }

    function applyIt() private {
        vm.prank(thief);
        exchange.applyMinNonce(alice, address(tokenA));
    }

    function refusedYet() private {
        vm.expectRevert(MinNonceNotReady.selector);
        exchange.applyMinNonce(alice, address(tokenA));
    }

    function refusedCoSigned(
        bytes4 selector,
        address caller,
        address token,
        uint64 value,
        uint32 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) private {
        vm.expectRevert(selector);
        vm.prank(caller);
        exchange.raiseMinNonceCoSigned(token, value, deadline, v, r, s);
    }

    function expectWaiting(uint64 value, uint256 time) private view {
        (uint64 waits, uint40 effectiveAt) = lens.waitingMinNonce(alice, address(tokenA));
        eq(waits, value, "waiting value");
        eq(effectiveAt, time, "waiting time");
    }

    function minNonce() private view returns (uint64) {
        return lens.minNonce(alice, address(tokenA));
    }
}
